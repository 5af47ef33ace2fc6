import { texts } from '@org/languages'

/** The texts of a new password in the sign-up form. */
export const newPasswordTexts = texts('widget/newPassword', {
  hint: (minimum: number) =>
    `At least ${minimum} characters. A few words that only you would put together do well.`,
  missing: (count: number) => (count === 1 ? '1 character to go' : `${count} characters to go`),
  enough: 'Long enough',
  long: 'Long: very good',
  tooLong: (maximum: number) => `At most ${maximum} characters`,
  guessable: 'Easy to guess: use a longer phrase of your own',
})
