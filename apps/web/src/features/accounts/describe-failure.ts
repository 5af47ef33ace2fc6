import { isApiError } from '@org/api-client'
import { withTimeLeft } from '../../shared/time-left.ts'
import { accountsTexts } from './accounts.texts.ts'

/**
 * What a failed account call says: the server's own sentence, with the time left where it asks to wait; without
 * one `fallback`; and where no answer came at all, that something went wrong (specification 1 section 8).
 */
export function describeFailure(error: unknown, fallback: (status: number) => string): string {
  if (!isApiError(error) || error.status === undefined) return accountsTexts.networkFailed
  return withTimeLeft(error.reason ?? fallback(error.status), error)
}

/** What a failed request for a reset link says: 'Reset error', and the time left where the server asks to wait. */
export function describeResetFailure(error: unknown): string {
  const { failed } = accountsTexts.resetPassword
  if (!isApiError(error)) return failed
  return withTimeLeft(error.reason ?? failed, error)
}

/** What a refused deletion says: the server's sentence, or that it did not work. */
export function describeDeleteFailure(error: unknown): string {
  const { failed } = accountsTexts.account.delete
  if (!isApiError(error)) return failed
  return withTimeLeft(error.reason ?? failed, error)
}

/**
 * What a refused new password says: 'Password update failed.', then why, so that the person can choose another
 * or ask for a new link.
 */
export function describePasswordFailure(error: unknown): string {
  const { failed } = accountsTexts.setPassword
  if (!isApiError(error) || error.reason === undefined) return failed
  return withTimeLeft(`${failed} ${error.reason}`, error)
}
