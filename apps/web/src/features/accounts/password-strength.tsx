import { lengthStrength, passwordLimits, passwordStrength } from '@org/password-policy/strength'
import { useEffect, useState } from 'react'
import type { PasswordStrength as Strength } from '@org/password-policy/strength'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.strength

/** Hint under the label of a new password. */
export const passwordHint = texts.hint(passwordLimits.min)

/** Shows whether a new password can be used: its length at once, its guessability when the check has been loaded. */
export function PasswordStrength({ password, email }: { password: string; email: string }) {
  const [checked, setChecked] = useState({ password: '', strength: lengthStrength('') })
  useEffect(() => {
    let isCurrent = true
    void (async () => {
      const strength = await passwordStrength(password, email)
      if (isCurrent) setChecked({ password, strength })
    })()
    return () => {
      isCurrent = false
    }
  }, [password, email])
  const strength = checked.password === password ? checked.strength : lengthStrength(password)
  return (
    <div className={classes.strength}>
      <div className={classes.meter} data-level={strength.level} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <output className={classes.level}>{describe(strength)}</output>
    </div>
  )
}

function describe(strength: Strength): string {
  if (strength.verdict === 'empty') return ''
  if (strength.verdict === 'missing') return texts.missing(strength.count)
  return strength.verdict === 'tooLong' ? texts.tooLong(passwordLimits.max) : texts[strength.verdict]
}
