import { kit } from '@org/languages'
import type { SafetyNotice } from '@org/chat-engine'
import { useThread } from '@org/chat-engine/react'
import { SafetyCard } from '@org/ui-kit/chat'

/** The help that stands above an answer. It interrupts a screen reader while its conversation is being answered. */
export function AnswerSafety({ answerKey, notice }: { answerKey: string; notice: SafetyNotice }) {
  const thread = useThread()
  const isNew = thread?.messageKeys.at(-1) === answerKey && thread.run.phase !== 'idle'
  const { severity, title, text, lines } = notice
  return (
    <SafetyCard
      labels={kit.safety}
      severity={severity}
      title={title}
      text={text}
      lines={lines}
      announced={isNew}
    />
  )
}
