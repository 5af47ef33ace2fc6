import { Button, buttonClassName } from '@org/ui-kit'
import failure from './failure.module.css'
import classes from './page.module.css'
import { Page } from './page.tsx'
import { shellTexts } from './shell.texts.ts'

const texts = shellTexts.signedOut

/** Shown in place of a page whose person was signed out elsewhere. The sign-in opens in a tab of its own. */
export function SignedOut({
  loginPath,
  isChecking,
  onCheck,
}: {
  loginPath: string
  isChecking: boolean
  onCheck: () => void
}) {
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
            {texts.check}
          </Button>
        </div>
      </div>
    </Page>
  )
}
