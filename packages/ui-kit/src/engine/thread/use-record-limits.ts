import { useChatEngine, useThread } from '@org/chat-engine/react'
import { useEffect, useEffectEvent } from 'react'
import { useChat } from '../chat-context.ts'

/** Records what each question was limited to when it was asked: the choice may change before the answer is read. */
export function useRecordLimits(): void {
  const engine = useChatEngine()
  const { view } = useChat()
  const thread = useThread()
  const asked = thread?.run.phase === 'submitting' ? thread.run.messageKey : undefined

  const record = useEffectEvent((answerKey: string) => {
    const messageKeys = thread?.messageKeys ?? []
    const question = messageKeys
      .slice(0, messageKeys.indexOf(answerKey))
      .findLast((key) => engine.message(key).get()?.role === 'user')
    const choice = view.choice.get()
    if (question === undefined || (choice.authors.length === 0 && choice.tools.length === 0)) return
    // A regenerated answer has the limits of its question.
    view.limits.update((known) => (known.has(question) ? known : new Map(known).set(question, choice)))
  })

  useEffect(() => {
    if (asked !== undefined) record(asked)
  }, [asked])
}
