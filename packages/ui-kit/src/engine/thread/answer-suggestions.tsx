import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Suggestions } from '../../chat/messages/suggestions.tsx'
import { useChat } from '../chat-context.ts'

/** Follow-up questions under the newest answer of the conversation. Asking one leaves the draft as it is. */
export function AnswerSuggestions({
  answerKey,
  questions,
}: {
  answerKey: string
  questions: readonly string[]
}) {
  const engine = useChatEngine()
  const { view, labels } = useChat()
  const thread = useThread()
  if (thread?.messageKeys.at(-1) !== answerKey) return null
  return (
    <Suggestions
      labels={labels.suggestions}
      questions={questions}
      onAsk={(text) => engine.send(thread.key, { text, ...view.choice.get() })}
    />
  )
}
