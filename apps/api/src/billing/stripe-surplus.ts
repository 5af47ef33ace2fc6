import { Stripe } from 'stripe'
import { HttpError } from '../platform/http/http-error.ts'

/** Keeps people from paying for nothing: twice for one account, or for an account that was deleted. */
export interface Surplus {
  /**
   * Expires the open checkouts of a customer who is about to open another.
   *
   * @throws {HttpError} 409 when the customer has a subscription already
   */
  refuseSecond: (customer: string) => Promise<void>
  /** Expires the open checkouts of a customer, and cancels the subscriptions. */
  endCustomer: (customer: string) => Promise<void>
  /**
   * Cancels and refunds a subscription of this site that belongs to no account, or is not the oldest live one of its
   * customer: two checkouts that were opened at the same moment can both be paid.
   *
   * @param userId the account; undefined when it was deleted
   */
  giveBack: (subscription: Stripe.Subscription, userId: string | undefined) => Promise<void>
  /** Refunds a payment; doing it twice refunds it once. */
  refund: (paymentIntent: string) => Promise<void>
}

const live = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

/**
 * @param site our origin, which checkouts carry as `metadata.site`: subscriptions of other sites of the same Stripe
 * account are left alone
 */
export function createSurplus(stripe: Stripe, site: () => string): Surplus {
  const subscriptionsOf = async (customer: string) =>
    (
      await stripe.subscriptions
        .list({ customer, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 1000 })
    ).filter(({ status }) => live.has(status))

  async function expireCheckouts(customer: string): Promise<void> {
    const open = await stripe.checkout.sessions
      .list({ customer, status: 'open', limit: 100 })
      .autoPagingToArray({ limit: 1000 })
    for (const { id } of open) await expire(id)
  }

  async function expire(id: string): Promise<void> {
    try {
      await stripe.checkout.sessions.expire(id)
    } catch (error) {
      // Paid or expired since it was listed: there is nothing left to expire.
      const { status } = await stripe.checkout.sessions.retrieve(id)
      if (status === 'open') throw error
    }
  }

  async function refund(paymentIntent: string): Promise<void> {
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntent },
        { idempotencyKey: `surplus-${paymentIntent}` },
      )
    } catch (error) {
      // Stripe forgets the key after a day, and sends an event again for three.
      if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return
      throw error
    }
  }

  async function refundInvoice(invoice: string): Promise<void> {
    const paid = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 })
    for (const { payment } of paid.data) {
      const { payment_intent: intent } = payment
      if (intent !== undefined) await refund(typeof intent === 'string' ? intent : intent.id)
    }
  }

  return {
    refund,
    async refuseSecond(customer) {
      await expireCheckouts(customer)
      if ((await subscriptionsOf(customer)).length === 0) return
      throw new HttpError('conflict', 'You already have a subscription. Manage it to change your plan.')
    },
    async endCustomer(customer) {
      await expireCheckouts(customer)
      for (const { id } of await subscriptionsOf(customer)) await orMissing(stripe.subscriptions.cancel(id))
    },
    async giveBack({ id, status, metadata, customer, latest_invoice: invoice }, userId) {
      if (!live.has(status) || metadata['site'] !== site()) return
      if (userId !== undefined) {
        const all = await subscriptionsOf(typeof customer === 'string' ? customer : customer.id)
        const oldest = all.toSorted(
          (one, other) => one.created - other.created || (one.id < other.id ? -1 : 1),
        )[0]
        if (oldest === undefined || oldest.id === id) return
      }
      // The refund first: what fails after it is tried again with the event, and refunds nothing more.
      if (invoice !== null) await refundInvoice(typeof invoice === 'string' ? invoice : invoice.id)
      await orMissing(stripe.subscriptions.cancel(id))
    },
  }
}

/** The answer of a call, or `undefined` when Stripe has nothing by that id: a deleted subscription is an ended one. */
export async function orMissing<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined
    throw error
  }
}
