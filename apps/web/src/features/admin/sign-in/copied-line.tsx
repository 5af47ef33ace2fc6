import { kit } from '@org/languages'
import { CopyButton } from '@org/ui-kit/chat'
import classes from '../admin.module.css'
import { signInTexts as texts } from './sign-in.texts.ts'

/** A value that people copy to another system, under its name. */
export function CopiedLine({ name, value }: { name: string; value: string }) {
  return (
    <p className={classes.row}>
      <span className={classes.muted}>{name}</span>
      <code dir="ltr" className={classes.code}>
        {value}
      </code>
      <CopyButton text={value} labels={{ ...kit.copy, copy: texts.copyOf(name) }} />
    </p>
  )
}
