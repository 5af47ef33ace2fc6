import { useChatEngine, useThread } from '@org/chat-engine/react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { authorsAtom, toolsAtom } from './chat.atoms.ts'
import { limitsAtom } from './thread.atoms.ts'

/** Remembers what each question was limited to when it was asked: the choice may change before the answer is read. */
export function useRecordLimits(): void {
  const engine = useChatEngine()
  const thread = useThread()
  const authors = useAtomValue(authorsAtom)
  const tools = useAtomValue(toolsAtom)
  const setLimits = useSetAtom(limitsAtom)
  const asked = thread?.run.phase === 'submitting' ? thread.run.messageKey : undefined

  const record = useEffectEvent((answerKey: string) => {
    const messageKeys = thread?.messageKeys ?? []
    const question = messageKeys
      .slice(0, messageKeys.indexOf(answerKey))
      .findLast((key) => engine.message(key).get()?.role === 'user')
    if (question === undefined || (authors.length === 0 && tools.length === 0)) return
    // An answer asked for again has the limits of its question.
    setLimits((known) => (known.has(question) ? known : new Map(known).set(question, { authors, tools })))
  })

  useEffect(() => {
    if (asked !== undefined) record(asked)
  }, [asked])
}
