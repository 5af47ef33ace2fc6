/** Length limits of a password, in characters: the server's rule (`passwordLimits` of the contract, which no browser ships). */
export const passwordLimits = { min: 15, max: 128 } as const

/** Verdict on a new password; `level` is 0 (nothing typed) to 3 (very good), and 1 cannot be used. */
export type PasswordStrength =
  | { level: 0; verdict: 'empty' }
  | { level: 1; verdict: 'missing'; count: number }
  | { level: 1; verdict: 'tooLong' | 'guessable' }
  | { level: 2; verdict: 'enough' }
  | { level: 3; verdict: 'long' }

/** Length from which a password counts as long, in characters. */
const longFrom = 24

/**
 * Judges the length of a password. Length comes first: it makes a password hard to guess, and no mixture of characters
 * is required (NIST SP 800-63B-4, section 3.1.1.2).
 */
export function lengthStrength(password: string): PasswordStrength {
  const { length } = Array.from(password.normalize('NFKC'))
  const { min, max } = passwordLimits
  if (length === 0) return { level: 0, verdict: 'empty' }
  if (length < min) return { level: 1, verdict: 'missing', count: min - length }
  if (length > max) return { level: 1, verdict: 'tooLong' }
  return length < longFrom ? { level: 2, verdict: 'enough' } : { level: 3, verdict: 'long' }
}

/**
 * Judges the length of a password and, when that is right, whether it is guessable by the rules that the server applies.
 * Their code and lists are loaded when first needed. Without them (offline) the length alone is judged: the server checks
 * the password when the form is sent.
 */
export async function passwordStrength(password: string, email: string): Promise<PasswordStrength> {
  const strength = lengthStrength(password)
  if (strength.level < 2) return strength
  try {
    const { passwordProblem } = await import('./index.ts')
    return passwordProblem(password, email) === undefined ? strength : { level: 1, verdict: 'guessable' }
  } catch {
    return strength
  }
}
