import { type PasswordProblem, passwordProblem as findProblem } from '@org/password-policy'

const sentences: Readonly<Record<PasswordProblem, string>> = {
  blank: 'Use more than spaces.',
  email: 'Use a password that is not your email address.',
  guessable: 'This password is too easy to guess. Use a longer phrase of your own.',
}

/** Returns the sentence that refuses a guessable password, or `undefined`. The browser runs the same check. */
export function passwordProblem(password: string, email: string): string | undefined {
  const problem = findProblem(password, email)
  return problem && sentences[problem]
}
