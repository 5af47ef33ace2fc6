import { useChatEngine, useStore } from '@org/chat-engine/react'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './thread.module.css'

const kinds = ['authors', 'tools'] as const

/** Authors and tools that the question of an answer was limited to; nothing without limits. */
export function AnswerLimits({ answerKey }: { answerKey: string }) {
  const { view } = useChat()
  const texts = useChatTexts()
  const limits = useStore(view.limits)
  const engine = useChatEngine()
  if (limits.size === 0) return null
  const { messageKeys } = engine.thread(engine.conversations.get().selectedKey ?? '').get()
  const before = messageKeys.slice(0, messageKeys.indexOf(answerKey))
  const question = before.findLast((key) => engine.message(key).get()?.role === 'user')
  const chosen = question === undefined ? undefined : limits.get(question)
  if (chosen === undefined) return null
  const { lang } = document.documentElement
  const list = new Intl.ListFormat(lang === '' ? undefined : lang, { type: 'conjunction' })
  return (
    <dl className={classes['limits']} aria-label={texts.limitedTo}>
      {kinds.map(
        (kind) =>
          chosen[kind].length > 0 && (
            <div key={kind}>
              <dt>{texts[kind]}</dt>
              <dd>{list.format(chosen[kind])}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
