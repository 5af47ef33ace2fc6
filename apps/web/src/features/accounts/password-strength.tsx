import { useEffect, useState } from 'react'
import { passwordLimits } from './password-limits.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.strength

/** Hint under the label of a new password. */
export const passwordHint = texts.hint(passwordLimits.min)

/** Length from which a password counts as long, in characters. */
const longFrom = 24

/**
 * Shows whether a new password can be used. Length comes first: it makes a password hard to guess, and no mixture of
 * characters is required (NIST SP 800-63B-4, section 3.1.1.2). Passwords of the right length are then checked for
 * guessability with the rules that the server applies; they are loaded when first needed.
 */
export function PasswordStrength({ password, email }: { password: string; email: string }) {
  const length = Array.from(password.normalize('NFKC')).length
  const isGuessable = useIsGuessable(password, email, length >= passwordLimits.min)
  const { level, text } = isGuessable ? { level: 1, text: texts.guessable } : judge(length)
  return (
    <div className={classes.strength}>
      <div className={classes.meter} data-level={level} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <output className={classes.level}>{text}</output>
    </div>
  )
}

/** True once the check has found the password guessable; false while it loads, and when it cannot be loaded. */
function useIsGuessable(password: string, email: string, isLongEnough: boolean): boolean {
  const [guessable, setGuessable] = useState<string | null>(null)
  useEffect(() => {
    if (!isLongEnough) return undefined
    let isCurrent = true
    void (async () => {
      try {
        const { passwordProblem } = await import('@org/password-policy')
        if (isCurrent) setGuessable(passwordProblem(password, email) === undefined ? null : password)
      } catch {
        // Offline: the server checks the password when the form is sent.
      }
    })()
    return () => {
      isCurrent = false
    }
  }, [password, email, isLongEnough])
  return isLongEnough && guessable === password
}

function judge(length: number): { level: 0 | 1 | 2 | 3; text: string } {
  const { min, max } = passwordLimits
  if (length === 0) return { level: 0, text: '' }
  if (length < min) return { level: 1, text: texts.missing(min - length) }
  if (length > max) return { level: 1, text: texts.tooLong(max) }
  return length < longFrom ? { level: 2, text: texts.enough } : { level: 3, text: texts.long }
}
