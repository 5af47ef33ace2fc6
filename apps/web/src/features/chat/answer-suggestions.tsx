import { kit } from '@org/languages'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Suggestions } from '@org/ui-kit/chat'
import { useAtomValue } from 'jotai'
import { authorsAtom, toolsAtom } from './chat.atoms.ts'

/** Follow-up questions under the newest answer of the conversation. The composer draft is left alone. */
export function AnswerSuggestions({
  answerKey,
  questions,
}: {
  answerKey: string
  questions: readonly string[]
}) {
  const engine = useChatEngine()
  const thread = useThread()
  const authors = useAtomValue(authorsAtom)
  const tools = useAtomValue(toolsAtom)
  if (thread?.messageKeys.at(-1) !== answerKey) return null
  return (
    <Suggestions
      labels={kit.suggestions}
      questions={questions}
      onAsk={(text) => {
        engine.send(thread.key, { text, authors, tools })
      }}
    />
  )
}
