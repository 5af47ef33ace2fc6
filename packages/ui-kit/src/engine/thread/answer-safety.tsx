import type { SafetyNotice } from '@org/chat-engine'
import { useThread } from '@org/chat-engine/react'
import { SafetyCard } from '../../chat/messages/safety-card.tsx'
import { useChat } from '../chat-context.ts'

/** The help above an answer. It interrupts a screen reader while its conversation is being answered. */
export function AnswerSafety({ answerKey, notice }: { answerKey: string; notice: SafetyNotice }) {
  const { labels } = useChat()
  const thread = useThread()
  const isNew = thread?.messageKeys.at(-1) === answerKey && thread.run.phase !== 'idle'
  const { severity, title, text, lines } = notice
  return (
    <SafetyCard
      labels={labels.safety}
      severity={severity}
      title={title}
      text={text}
      lines={lines}
      announced={isNew}
    />
  )
}
