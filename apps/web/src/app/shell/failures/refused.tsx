import { Button, buttonClassName } from '@org/ui-kit'
import failure from './failure.module.css'
import classes from '../page.module.css'
import { Page } from '../page.tsx'
import { shellTexts } from '../shell.texts.ts'

/** Reason for hiding a page: its person was signed out elsewhere, or is signed in without the role that it needs. */
export type RefusalReason = 'signed_out' | 'no_role'

/** Props of {@link Refused}. */
export interface RefusedProps {
  reason: RefusalReason
  loginPath: string
  isChecking: boolean
  onCheck: () => void
}

/** Shown in place of a page that was open before. The sign-in opens in a tab of its own, so that the drafts stay. */
export function Refused({ reason, loginPath, isChecking, onCheck }: RefusedProps) {
  const texts = reason === 'no_role' ? shellTexts.noRole : shellTexts.signedOut
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <div className={classes.lost}>
        <h1>{texts.title}</h1>
        <p>{texts.text}</p>
        <div className={failure.actions}>
          <a
            href={loginPath}
            target="_blank"
            rel="noreferrer"
            className={buttonClassName({ variant: 'primary' })}
          >
            {texts.signIn}
          </a>
          <Button busy={isChecking} onClick={onCheck}>
            {shellTexts.signedOut.check}
          </Button>
        </div>
      </div>
    </Page>
  )
}
