import { localeOr } from '@org/languages'
import { useChatEngine } from '@org/chat-engine/react'
import { useAtomValue } from 'jotai'
import { limitsAtom } from './thread.atoms.ts'
import classes from './thread.module.css'
import { threadTexts } from './thread.texts.ts'

const list = new Intl.ListFormat(localeOr('en'), { type: 'conjunction' })

/** Which authors and tools the question was limited to; nothing when it had no choice. */
export function AnswerLimits({ answerKey }: { answerKey: string }) {
  const limits = useAtomValue(limitsAtom)
  const engine = useChatEngine()
  if (limits.size === 0) return null
  const { messageKeys } = engine.thread(engine.conversations.get().selectedKey ?? '').get()
  const before = messageKeys.slice(0, messageKeys.indexOf(answerKey))
  const question = before.findLast((key) => engine.message(key).get()?.role === 'user')
  const chosen = question === undefined ? undefined : limits.get(question)
  if (chosen === undefined) return null
  return (
    <dl className={classes.limits} aria-label={threadTexts.limitedTo}>
      {(['authors', 'tools'] as const).map(
        (kind) =>
          chosen[kind].length > 0 && (
            <div key={kind}>
              <dt>{threadTexts.limits[kind]}</dt>
              <dd>{list.format(chosen[kind])}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
