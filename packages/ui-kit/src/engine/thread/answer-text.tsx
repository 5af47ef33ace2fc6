import type { ChatMessage } from '@org/chat-engine'
import { useChat } from '../chat-context.ts'
import { LazyAnswer } from './lazy-answer.tsx'

/** The text of an answer with its markers and products, which open their dialogs. */
export function AnswerText({ message, streaming }: { message: ChatMessage; streaming: boolean }) {
  const { view, labels, imageHosts, highlight } = useChat()
  const { key, text, citations, products, safety } = message
  return (
    <LazyAnswer
      labels={labels.answer}
      // The safety card has the whole text of an answer to an emergency.
      text={safety?.severity === 'emergency' ? '' : text}
      streaming={streaming}
      citations={citations}
      products={products}
      imageHosts={imageHosts}
      highlight={highlight}
      onCitation={(numbers) => view.dialog.set({ kind: 'sources', messageKey: key, numbers })}
      onProduct={(name, options) => view.dialog.set({ kind: 'product', messageKey: key, name, options })}
    />
  )
}
