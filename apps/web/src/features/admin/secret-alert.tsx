import { kit } from '@org/languages'
import { Alert } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import classes from './admin.module.css'

/** Shows a secret that the server gives once, with a button that copies it. */
export function SecretAlert({
  title,
  text,
  secret,
  copyLabel,
}: {
  title: string
  /** Instruction above the secret. */
  text: string
  secret: string
  copyLabel: string
}) {
  return (
    <Alert tone="warning" title={title}>
      <p>{text}</p>
      <p className={classes.row}>
        <code dir="ltr" className={classes.code}>
          {secret}
        </code>
        <CopyButton text={secret} labels={{ ...kit.copy, copy: copyLabel }} />
      </p>
    </Alert>
  )
}
