import { setImmediate } from 'node:timers/promises'
import { type PasswordProblem, passwordProblem as findProblem } from '@org/password-policy'

const sentences: Readonly<Record<PasswordProblem, string>> = {
  blank: 'Use more than spaces.',
  email: 'Use a password that is not your email address.',
  guessable: 'This password is too easy to guess. Use a longer phrase of your own.',
}

let previousCheck: Promise<void> = Promise.resolve()

/**
 * Like {@link passwordProblem}, after earlier checks and in an event loop turn of its own: a check takes milliseconds, and
 * those of requests that arrive together would hold up all others.
 */
export async function checkPassword(password: string, email: string): Promise<string | undefined> {
  const turn = previousCheck.then(() => setImmediate())
  previousCheck = turn
  await turn
  return passwordProblem(password, email)
}

/** Returns the sentence that refuses a guessable password, or `undefined`. The browser runs the same check. */
export function passwordProblem(password: string, email: string): string | undefined {
  const problem = findProblem(password, email)
  return problem && sentences[problem]
}
