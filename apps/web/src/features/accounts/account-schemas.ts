import { forward, nonEmpty, object, optional, partialCheck, pipe, string, trim } from 'valibot'
import { accountsTexts } from './accounts.texts.ts'

const { account, required, resetPassword, setPassword } = accountsTexts

/** Stands for the current password where the form has no field for it. */
export const noCurrentPassword = '\0'

// Only what the specification asks for (section 5): the server validates addresses and passwords.

/** An address, trimmed, and a password: both required. */
export const credentialsSchema = object({
  email: pipe(string(), trim(), nonEmpty(required)),
  password: pipe(string(), nonEmpty(required)),
})

/** An address, trimmed and required. */
export const resetPasswordSchema = object({
  email: pipe(string(), trim(), nonEmpty(resetPassword.required)),
})

/** The new password twice, and the same; of a signed-in person the current one, too. */
export const setPasswordSchema = pipe(
  object({
    current: optional(pipe(string(), nonEmpty(setPassword.currentRequired)), noCurrentPassword),
    password: pipe(string(), nonEmpty(setPassword.required)),
    confirmation: pipe(string(), nonEmpty(setPassword.required)),
  }),
  forward(
    partialCheck(
      [['password'], ['confirmation']],
      ({ password, confirmation }) => password === confirmation,
      setPassword.mismatch,
    ),
    ['confirmation'],
  ),
)

/** One new password. */
export function newPasswordSchema(message: string) {
  return object({ password: pipe(string(), nonEmpty(message)) })
}

/** The password that confirms a deletion. */
export const deleteAccountSchema = object({
  password: pipe(string(), nonEmpty(account.delete.required)),
})
