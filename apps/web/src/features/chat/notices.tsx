import { useAccess, useGuestImport, useThread } from '@org/chat-engine/react'
import { Alert, Button } from '@org/ui-kit'
import { useState } from 'react'
import type { ReactNode } from 'react'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'
import { LazyGuestImportNotice } from './lazy-extras.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { useConnection } from './use-connection.ts'

/** Notices that block the next answer, each with an action. */
export function Notices({
  signIn,
  isMissing,
  onRetry,
}: {
  signIn: ReactNode
  isMissing: boolean
  /** The question is being asked again, and the button that did it is gone. */
  onRetry: () => void
}) {
  const connection = useConnection()
  const { status: access, pendingPrompt } = useAccess()
  const thread = useThread()
  const { status: offered } = useGuestImport()
  const isGuestsOwn = useWasOffered(offered !== 'none')
  const failed = thread?.run.phase === 'failed' && thread.run.kind !== 'auth'
  return (
    <div className={classes.notices}>
      {connection === 'lost' && <Alert tone="warning">{chatTexts.offline}</Alert>}
      {connection === 'regained' && <Alert tone="success">{chatTexts.online}</Alert>}
      {isMissing && !isGuestsOwn && <Alert>{chatTexts.conversationMissing}</Alert>}
      {access === 'needsAuth' && (
        <Alert title={chatTexts.loginRequired} action={signIn}>
          {pendingPrompt === null ? chatTexts.loginHint : chatTexts.questionKept}
        </Alert>
      )}
      {offered !== 'none' && <LazyGuestImportNotice />}
      <StorageNotice />
      {failed && (
        <Button
          size="small"
          onClick={() => {
            thread.retry()
            onRetry()
          }}
        >
          {chatTexts.retry}
        </Button>
      )}
    </div>
  )
}

/** Returns whether guest conversations were offered for import: the URL may still name one that the account lacks. */
function useWasOffered(isOffered: boolean): boolean {
  const [wasOffered, setWasOffered] = useState(false)
  if (isOffered && !wasOffered) setWasOffered(true)
  return wasOffered
}
