import { setImmediate, setTimeout } from 'node:timers/promises'
import { type PasswordProblem, passwordProblem as findProblem } from '@org/password-policy'
import { createHashingLimiter } from './hashing-limiter.ts'

const sentences: Readonly<Record<PasswordProblem, string>> = {
  blank: 'Use more than spaces.',
  email: 'Use a password that is not your email address.',
  guessable: 'This password is too easy to guess. Use a longer phrase of your own.',
}

// Checks are limited as hashing is, and run on the event loop: one at a time.
const checks = createHashingLimiter(1)

/** Rest after a check, in multiples of its duration: checks take a quarter of the time of the event loop at most. */
const rest = 3

/**
 * Like {@link passwordProblem}, with one check after the other, each in an event loop turn of its own: a check takes
 * milliseconds, and anybody may ask for many without an account.
 *
 * @param sender key of the address or account: senders take turns
 * @throws {HttpError} 429 when too many of the sender are waiting
 */
export function checkPassword(password: string, email: string, sender: string): Promise<string | undefined> {
  return checks.run(sender, async () => {
    await setImmediate()
    const startedAt = performance.now()
    const problem = passwordProblem(password, email)
    await setTimeout((performance.now() - startedAt) * rest)
    return problem
  })
}

/** Returns the sentence that refuses a guessable password, or `undefined`. The browser runs the same check. */
export function passwordProblem(password: string, email: string): string | undefined {
  const problem = findProblem(password, email)
  return problem && sentences[problem]
}
