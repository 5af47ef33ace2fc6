import { HttpError } from '../platform/http/http-error.ts'
import type { Billing } from './billing.ts'

/** A server on which nothing is sold. */
export const noBilling: Billing = {
  catalog: () => Promise.resolve([]),
  status: () => Promise.resolve({ active: false }),
  checkout: () => Promise.reject(notSetUp()),
  portal: () => Promise.reject(notSetUp()),
  closeAccount: () => Promise.resolve(),
}

function notSetUp(): HttpError {
  return new HttpError('unavailable', 'Payments are not set up on this server.')
}
