import { useGuestImport } from '@org/chat-engine/react'
import { Alert, Button } from '@org/ui-kit'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'

/** Offers to bring what was asked as a guest into the account that somebody has signed in to. */
export function GuestImportNotice() {
  const { status, count, importGuest, dismiss } = useGuestImport()
  if (status === 'none') return null
  const isBusy = status === 'importing'
  return (
    <Alert
      tone={status === 'failed' ? 'warning' : 'info'}
      action={
        <span className={classes.choice}>
          <Button size="small" variant="primary" busy={isBusy} onClick={importGuest}>
            {status === 'failed' ? chatTexts.retry : chatTexts.guestImport.accept}
          </Button>
          <Button size="small" variant="ghost" disabled={isBusy} onClick={dismiss}>
            {chatTexts.guestImport.dismiss}
          </Button>
        </span>
      }
    >
      {status === 'failed' ? chatTexts.guestImport.failed : chatTexts.guestImport.offer(count)}
    </Alert>
  )
}
