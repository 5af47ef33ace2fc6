import type { BillingProduct, BillingStatus } from '@org/api-client/contract'
import type { SessionUser } from '../platform/http/principal.ts'

/** Source of plans and payments: Stripe, the test checkout, or none. */
export interface Billing {
  /** The plans that can be bought now. */
  catalog: () => Promise<BillingProduct[]>
  status: (userId: string) => Promise<BillingStatus>
  /**
   * The address of a page where the person pays.
   *
   * @throws {HttpError} 404 for an unknown price, 409 for a second subscription, 503 when payments are away
   */
  checkout: (user: SessionUser, priceId: string) => Promise<string>
  /**
   * The address of a page where the person manages their subscription.
   *
   * @throws {HttpError} 404 when there is nothing to manage, 503 when payments are away
   */
  portal: (user: SessionUser) => Promise<string>
  /**
   * Ends all subscriptions of an account at once, and deletes what the payment service stores about its customer.
   *
   * @throws {HttpError} 503 when payments are away
   */
  closeAccount: (userId: string) => Promise<void>
}
