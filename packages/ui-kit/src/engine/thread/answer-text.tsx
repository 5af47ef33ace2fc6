import type { ChatMessage } from '@org/chat-engine'
import { useChat } from '../chat-context.ts'
import { LazyAnswer } from './lazy-answer.tsx'
import { textBesideCard } from './text-beside-card.ts'

/** The text of an answer with its markers and products, which open their dialogs. */
export function AnswerText({ message, streaming }: { message: ChatMessage; streaming: boolean }) {
  const { view, labels, imageHosts, highlight } = useChat()
  const { key, citations, products } = message
  return (
    <LazyAnswer
      labels={labels.answer}
      text={textBesideCard(message)}
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
