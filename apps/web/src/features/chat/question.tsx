import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { MessageBubble } from '@org/ui-kit/chat'
import type { MessageImage } from '@org/ui-kit/chat'
import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { editingAtom } from './chat.atoms.ts'
import { imageAddress } from './image-address.ts'
import { LazyQuestionActions, LazyQuestionEditor } from './lazy-extras.tsx'

/** A question, replaced by the editor while it is edited. */
export function Question({ message }: { message: ChatMessage }) {
  const [editing, setEditing] = useAtom(editingAtom)
  const editRef = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  const { key, role, text } = message
  const isEdited = editing === key

  useEffect(() => {
    // The editor that had the focus is gone: it goes back to the button that opened it.
    if (wasEdited.current && !isEdited) editRef.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])

  if (isEdited) {
    return (
      <LazyQuestionEditor
        message={message}
        onEnd={() => {
          setEditing(null)
        }}
      />
    )
  }
  return (
    <MessageBubble
      labels={kit.message}
      role={role}
      images={imagesOf(message)}
      actions={
        <LazyQuestionActions
          message={message}
          editRef={editRef}
          onEdit={() => {
            setEditing(key)
          }}
        />
      }
    >
      {text}
    </MessageBubble>
  )
}

function imagesOf({ images }: ChatMessage): MessageImage[] {
  return images.flatMap((image) => {
    const src = imageAddress(image)
    return src === undefined ? [] : [{ src, name: image.name }]
  })
}
