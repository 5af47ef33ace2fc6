import { useAccess, useChatEngine, useGuestImport, useStore, useThread } from '@org/chat-engine/react'
import { useState, type ReactNode } from 'react'
import { Alert } from '../../states/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './notices.module.css'
import { useConnection } from './use-connection.ts'

/** Props of {@link ChatNotices}. */
export interface ChatNoticesProps {
  /** Links to sign in and to sign up, shown when visitors must sign in. */
  signIn?: ReactNode
  /** Called when the last question is asked again: the button that did it is gone, and the focus with it. */
  onRetry?: (() => void) | undefined
  /** Notices of the page itself. */
  children?: ReactNode
}

// Only a person who has chatted as a guest sees the offer.
const GuestImportNotice = /* @__PURE__ */ lazyPart(
  async () => (await import('./guest-import-notice.tsx')).GuestImportNotice,
)

/** Notices above the composer, each with its action: connection, sign-in, guest import, storage, and a failed question. */
export function ChatNotices({ signIn, onRetry, children }: ChatNoticesProps) {
  const texts = useChatTexts()
  const connection = useConnection()
  const { status: access, pendingPrompt } = useAccess()
  const thread = useThread()
  const { status: offered } = useGuestImport()
  const hasFailed = thread?.run.phase === 'failed' && thread.run.kind !== 'auth'
  return (
    <div className={classes['notices']}>
      {connection === 'lost' && <Alert tone="warning">{texts.offline}</Alert>}
      {connection === 'regained' && <Alert tone="success">{texts.online}</Alert>}
      {children}
      {access === 'needsAuth' && (
        <Alert title={texts.loginRequired} action={signIn}>
          {pendingPrompt === null ? texts.loginHint : texts.questionKept}
        </Alert>
      )}
      {offered !== 'none' && <GuestImportNotice />}
      <StorageNotice />
      {hasFailed && (
        <Button
          size="small"
          onClick={() => {
            thread.retry()
            onRetry?.()
          }}
        >
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** States that the browser's storage is full or forbidden, until it is closed. */
function StorageNotice() {
  const texts = useChatTexts()
  const { text } = useStore(useChatEngine().storage)
  const [closed, setClosed] = useState<string | null>(null)
  if (text === null || text === closed) return null
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" onClick={() => setClosed(text)}>
          {texts.understood}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
