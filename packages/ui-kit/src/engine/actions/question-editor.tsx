import type { ChatMessage, ImageAttachment, MessageImage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { useEffect, useRef } from 'react'
import { Button } from '../../controls/button.tsx'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './actions.module.css'

/** Props of {@link QuestionEditor}. */
export interface QuestionEditorProps {
  message: ChatMessage
  onEnd: () => void
}

/** Editor in place of a question: Enter sends, Shift+Enter starts a new line, Escape leaves the question as it was. */
export function QuestionEditor({ message, onEnd }: QuestionEditorProps) {
  const engine = useChatEngine()
  const { view } = useChat()
  const texts = useChatTexts()
  const areaRef = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const area = areaRef.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])

  const send = async () => {
    const area = areaRef.current
    const text = area?.value.trim() ?? ''
    if (text === '') return
    const images = await Promise.all(message.images.map(toAttachment))
    const kept = images.filter((image) => image !== null)
    if (engine.edit(message.key, { text, images: kept, ...view.choice.get() }) !== 'sent') return
    area?.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    onEnd()
  }
  return (
    <form
      className={classes['editor']}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={areaRef}
        aria-label={texts.editQuestion}
        defaultValue={message.text}
        dir="auto"
        rows={2}
        onKeyDown={(event) => {
          // During IME composition keys belong to the composition; Safari reports keyCode 229 right after its end.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'Escape') {
            event.preventDefault()
            onEnd()
          }
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          void send()
        }}
      />
      <span className={classes['editorActions']}>
        <Button variant="ghost" size="small" onClick={onEnd}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" size="small">
          {texts.send}
        </Button>
      </span>
    </form>
  )
}

/** Returns an image of a message as one that can be sent again; null when it cannot be loaded any more. */
async function toAttachment({ mimeType, data, url, name }: MessageImage): Promise<ImageAttachment | null> {
  if (data !== null) return { mimeType, data, name }
  if (url === null) return null
  try {
    const response = await fetch(url)
    if (!response.ok) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { mimeType, name, data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  } catch {
    return null
  }
}
