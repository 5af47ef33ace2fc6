import { isApiError } from '@org/api-client'
import { withTimeLeft } from '../../shared/time-left.ts'
import { accountsTexts } from './accounts.texts.ts'

/**
 * Returns the error text of a failed account call: the server's own sentence, with the time left where it asks to wait; without
 * one `fallback`; and where no answer came at all, that something went wrong (specification 1 section 8).
 */
export function describeFailure(error: unknown, fallback: (status: number) => string): string {
  if (!isApiError(error) || error.status === undefined) return accountsTexts.networkFailed
  return withTimeLeft(error.reason ?? fallback(error.status), error)
}

/** Returns the error text of a failed reset request: 'Reset error', and the wait that the server requests. */
export function describeResetFailure(error: unknown): string {
  const { failed } = accountsTexts.resetPassword
  if (!isApiError(error)) return failed
  return withTimeLeft(error.reason ?? failed, error)
}

/** Returns the error text of a refused deletion: the server's sentence, or a general one. */
export function describeDeleteFailure(error: unknown): string {
  const { failed } = accountsTexts.account.delete
  if (!isApiError(error)) return failed
  return withTimeLeft(error.reason ?? failed, error)
}

/**
 * Returns the error text of a refused password: 'Password update failed.', then the reason, so that the person can choose another
 * or ask for a new link.
 */
export function describePasswordFailure(error: unknown): string {
  const { failed } = accountsTexts.setPassword
  if (!isApiError(error) || error.reason === undefined) return failed
  return withTimeLeft(`${failed} ${error.reason}`, error)
}
