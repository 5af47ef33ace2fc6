import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useSelectedConversation, useThread } from '@org/chat-engine/react'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { LazyAnswer } from './lazy-answer.tsx'
import { printingAtom } from './thread.atoms.ts'
import classes from './thread-extras.module.css'
import { threadTexts } from './thread.texts.ts'

/**
 * The whole conversation on a sheet of its own while it is printed, by the export menu or by the browser: the thread
 * on screen has only what is near the view.
 */
export function PrintedConversation() {
  const [printing, setPrinting] = useAtom(printingAtom)

  useEffect(() => {
    const put = () => {
      flushSync(() => {
        setPrinting(true)
      })
    }
    const takeAway = () => {
      setPrinting(false)
    }
    window.addEventListener('beforeprint', put)
    window.addEventListener('afterprint', takeAway)
    return () => {
      window.removeEventListener('beforeprint', put)
      window.removeEventListener('afterprint', takeAway)
    }
  }, [setPrinting])

  return printing && createPortal(<Sheet />, document.body)
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
    <div className={classes.sheet} data-theme="light">
      <h1 dir="auto">{title}</h1>
      {messageKeys
        .flatMap((key) => engine.message(key).get() ?? [])
        .map((message) => (
          <PrintedMessage key={message.key} message={message} />
        ))}
    </div>
  )
}

function PrintedMessage({ message: { role, text, citations, products } }: { message: ChatMessage }) {
  return (
    <section dir="auto">
      <h2>{role === 'user' ? threadTexts.user : threadTexts.assistant}</h2>
      {role === 'user' ? (
        <p className={classes.printed}>{text}</p>
      ) : (
        <LazyAnswer text={text} citations={citations ?? undefined} products={products} />
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
