import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useSelectedConversation, useStore, useThread } from '@org/chat-engine/react'
import { useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { defaultMessageLabels } from '../../chat/messages/message-bubble.tsx'
import { withDefaults } from '../../base/with-defaults.ts'
import { useChat } from '../chat-context.ts'
import { AnswerApproval } from '../thread/answer-approval.tsx'
import { LazyAnswer } from '../thread/lazy-answer.tsx'
import classes from './extras.module.css'

/**
 * The whole conversation on a separate sheet while it is printed, by the export menu or by the browser: the thread on
 * screen contains only the messages near the view.
 */
export function PrintedConversation() {
  const { printing } = useChat().view
  const isPrinting = useStore(printing)

  useEffect(() => {
    const show = () => {
      flushSync(() => {
        printing.set(true)
      })
    }
    const hide = () => {
      printing.set(false)
    }
    window.addEventListener('beforeprint', show)
    window.addEventListener('afterprint', hide)
    return () => {
      window.removeEventListener('beforeprint', show)
      window.removeEventListener('afterprint', hide)
    }
  }, [printing])

  return isPrinting && createPortal(<Sheet />, document.body)
}

function Sheet() {
  const engine = useChatEngine()
  const title = useSelectedConversation()?.title
  const { messageKeys } = useThread() ?? { messageKeys: [] }

  useEffect(() => {
    // A print started by the browser is already running.
    if (!matchMedia('print').matches) window.print()
  }, [])

  return (
    <div className={classes['sheet']} data-theme="light">
      <h1 dir="auto">{title}</h1>
      {messageKeys
        .flatMap((key) => engine.message(key).get() ?? [])
        .map((message) => (
          <PrintedMessage key={message.key} message={message} />
        ))}
    </div>
  )
}

function PrintedMessage({
  message: { role, text, citations, products, approval },
}: {
  message: ChatMessage
}) {
  const { labels } = useChat()
  const names = withDefaults(defaultMessageLabels, labels.message)
  return (
    <section dir="auto">
      <h2>{names[role]}</h2>
      {approval !== null && <AnswerApproval approval={approval} />}
      {role === 'user' ? (
        <p className={classes['printed']}>{text}</p>
      ) : (
        <LazyAnswer labels={labels.answer} text={text} citations={citations} products={products} />
      )}
      {citations !== null && citations.length > 0 && (
        <ul>
          {citations.map(({ number, title, url }) => (
            <li key={number}>
              [{number}] {title} {url !== undefined && `(${url})`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
