import type { ChatMessage, ImageAttachment, MessageImage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { Button } from '@org/ui-kit'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { authorsAtom, toolsAtom } from './chat.atoms.ts'
import classes from './thread-extras.module.css'
import { threadTexts } from './thread.texts.ts'

export interface QuestionEditorProps {
  message: ChatMessage
  onEnd: () => void
}

/** A question in its place to be written anew: Enter sends, Shift and Enter starts a line, Escape leaves it as it was. */
export function QuestionEditor({ message, onEnd }: QuestionEditorProps) {
  const engine = useChatEngine()
  const authors = useAtomValue(authorsAtom)
  const tools = useAtomValue(toolsAtom)
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
    if (engine.edit(message.key, { text, images: kept, authors, tools }) !== 'sent') return
    area?.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    onEnd()
  }
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={areaRef}
        aria-label={threadTexts.editQuestion}
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
      <span className={classes.editorActions}>
        <Button variant="ghost" size="small" onClick={onEnd}>
          {threadTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" size="small">
          {threadTexts.send}
        </Button>
      </span>
    </form>
  )
}

/** An image of a message as one that can be sent again; null when it cannot be had any more. */
async function toAttachment({ mimeType, data, url, name }: MessageImage): Promise<ImageAttachment | null> {
  if (data !== null) return { mimeType, data, name }
  if (url === null) return null
  try {
    const answer = await fetch(url)
    if (!answer.ok) return null
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return { mimeType, name, data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  } catch {
    return null
  }
}
