import { lengthStrength, passwordLimits, passwordStrength } from '@org/password-policy/strength'
import { TextField } from '@org/ui-kit'
import { useEffect, useState } from 'react'
import { authTexts } from '../widget.texts.ts'
import classes from './new-password.module.css'
import { newPasswordTexts as texts } from './new-password.texts.ts'

/** The field of a new password, with its strength by the rules of the server. Their lists load with the first long password. */
export function NewPassword({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState({ password, strength: lengthStrength(password) })
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
    <>
      <TextField
        label={authTexts.password}
        description={texts.hint(passwordLimits.min)}
        name="password"
        type="password"
        autoComplete="new-password"
        onValueChange={setPassword}
      />
      <div className={classes.strength}>
        <meter min={0} max={3} low={2} optimum={3} value={strength.level} aria-hidden="true" />
        <output>
          {strength.verdict === 'missing'
            ? texts.missing(strength.count)
            : strength.verdict === 'tooLong'
              ? texts.tooLong(passwordLimits.max)
              : strength.verdict !== 'empty' && texts[strength.verdict]}
        </output>
      </div>
    </>
  )
}
