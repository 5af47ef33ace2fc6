/** The fields of the test checkout, as typed. */
export interface CardForm {
  number: string
  expiry: string
  code: string
}

/** Errors by field; empty when the payment succeeds. */
export type CardProblems = Partial<Record<keyof CardForm, string>>

const accepted = '4242424242424242'
const declined = '4000000000000002'

/** Test cards of the test checkout; real cards are refused, so that nobody enters theirs here. */
export function cardProblems({ number, expiry, code }: CardForm, now: Date): CardProblems {
  const problems: CardProblems = {}
  const digits = number.replaceAll(/[\s-]/gu, '')
  if (digits === '') problems.number = 'Enter the card number.'
  else if (digits === declined) problems.number = 'The card was declined. Nothing was paid.'
  else if (digits !== accepted) {
    problems.number = 'Only the test card 4242 4242 4242 4242 pays here. Never enter a real card.'
  }
  const date = /^\s*(\d{1,2})(?:\s*\/)?\s*(?:20)?(\d{2})\s*$/u.exec(expiry)
  const month = Number(date?.[1])
  if (date === null || month < 1 || month > 12) problems.expiry = 'Enter month and year, as in 04/30.'
  // A card is good until the end of its month.
  else if (Date.UTC(2000 + Number(date[2]), month) <= now.getTime()) {
    problems.expiry = 'This date has passed. Any future one will do.'
  }
  if (!/^\s*\d{3,4}\s*$/u.test(code)) problems.code = 'Enter three or four digits.'
  return problems
}
