import { useGuestImport } from '@org/chat-engine/react'
import { Alert } from '../../states/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './notices.module.css'

/** Offers to import the conversations of a guest into the account that the person has signed in to. */
export function GuestImportNotice() {
  const texts = useChatTexts()
  const { status, count, importGuest, dismiss } = useGuestImport()
  if (status === 'none') return null
  const isBusy = status === 'importing'
  const hasFailed = status === 'failed'
  return (
    <Alert
      tone={hasFailed ? 'warning' : 'info'}
      action={
        <span className={classes['choice']}>
          <Button size="small" variant="primary" busy={isBusy} onClick={() => void importGuest()}>
            {hasFailed ? texts.retry : texts.importAccept}
          </Button>
          <Button size="small" variant="ghost" disabled={isBusy} onClick={dismiss}>
            {texts.importDismiss}
          </Button>
        </span>
      }
    >
      {hasFailed ? texts.importFailed : texts.importOffer(count)}
    </Alert>
  )
}
