import { passwordLimits } from './password-limits.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.strength

/** Hint under the label of a new password. */
export const passwordHint = texts.hint(passwordLimits.min)

/** Length from which a password counts as long, in characters. */
const longFrom = 24

/**
 * Strength meter of a new password. Length first: it is what makes one hard to guess, and a mixture of characters is
 * asked for by nobody (NIST SP 800-63B-4, section 3.1.1.2). Common ones the server refuses.
 */
export function PasswordStrength({ password }: { password: string }) {
  const { level, text } = judge(Array.from(password.normalize('NFKC')).length)
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

function judge(length: number): { level: 0 | 1 | 2 | 3; text: string } {
  const { min, max } = passwordLimits
  if (length === 0) return { level: 0, text: '' }
  if (length < min) return { level: 1, text: texts.missing(min - length) }
  if (length > max) return { level: 1, text: texts.tooLong(max) }
  return length < longFrom ? { level: 2, text: texts.enough } : { level: 3, text: texts.long }
}
