import type { ChatMessage } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import { useEffect, useRef } from 'react'
import { MessageBubble } from '../../chat/messages/message-bubble.tsx'
import { LazyQuestionActions, LazyQuestionEditor } from '../actions/lazy-actions.tsx'
import { useChat } from '../chat-context.ts'

/** A question, replaced by the editor while it is edited. */
export function QuestionRow({ message }: { message: ChatMessage }) {
  const { view, labels, compact } = useChat()
  const isEdited = useStore(view.editing) === message.key
  const editRef = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)

  useEffect(() => {
    // The editor that had the focus is gone: the button that opened it takes the focus.
    if (wasEdited.current && !isEdited) editRef.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])

  if (isEdited) return <LazyQuestionEditor message={message} onEnd={() => view.editing.set(null)} />
  return (
    <MessageBubble
      labels={labels.message}
      role={message.role}
      images={message.images}
      actions={
        compact ? undefined : (
          <LazyQuestionActions
            message={message}
            editRef={editRef}
            onEdit={() => view.editing.set(message.key)}
          />
        )
      }
    >
      {message.text}
    </MessageBubble>
  )
}
