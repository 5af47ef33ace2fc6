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
  /** Cancels a subscription; one that has ended or that Stripe no longer has counts as cancelled. */
  cancel: (subscription: string) => Promise<void>
  /**
   * Cancels and refunds a subscription of this site that belongs to no account. Of the live ones of a customer, all but the
   * oldest are cancelled and refunded: two checkouts that were opened at the same moment can both be paid.
   *
   * @param payer `userId` of the account, undefined when it was deleted; `isLatePayment` when the first payment, a bank
   * debit of days, has succeeded only now: a deleted account gets it back from a subscription that has ended, too
   */
  giveBack: (
    subscription: Stripe.Subscription,
    payer: { userId: string | undefined; isLatePayment: boolean },
  ) => Promise<void>
  /** Refunds a payment; doing it twice refunds it once. */
  refund: (paymentIntent: string) => Promise<void>
}

const live = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

const ended = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired'])

/** Marks the subscriptions that were cancelled as surplus: a payment of theirs that succeeds later is refunded, too. */
const surplusComment = 'Surplus subscription, cancelled and refunded automatically.'

/**
 * @param site our origin, which checkouts carry as `metadata.site`: subscriptions of other sites of the same Stripe
 * account are left alone
 */
export function createSurplus(stripe: Stripe, site: () => string): Surplus {
  // A customer that Stripe no longer has has neither subscriptions nor checkouts.
  async function subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
    const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    const found = (await orMissing(all.autoPagingToArray({ limit: 1000 }))) ?? []
    return found.filter(({ status }) => live.has(status))
  }

  async function expireCheckouts(customer: string): Promise<void> {
    const open = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    const found = (await orMissing(open.autoPagingToArray({ limit: 1000 }))) ?? []
    for (const { id } of found) await expire(id)
  }

  async function expire(id: string): Promise<void> {
    try {
      await stripe.checkout.sessions.expire(id)
    } catch (error) {
      // Paid or expired since it was listed: there is nothing left to expire.
      const found = await orMissing(stripe.checkout.sessions.retrieve(id))
      if (found?.status === 'open') throw error
    }
  }

  async function cancel(id: string, comment?: string): Promise<void> {
    try {
      await stripe.subscriptions.cancel(
        id,
        comment === undefined ? {} : { cancellation_details: { comment } },
      )
    } catch (error) {
      // Ended since it was read: there is nothing left to cancel.
      const found = await orMissing(stripe.subscriptions.retrieve(id))
      if (found !== undefined && !ended.has(found.status)) throw error
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

  /** Refunds a subscription and cancels it, unless it is cancelled already. */
  async function endSurplus(
    { id, latest_invoice: invoice }: Stripe.Subscription,
    isCancelled: boolean,
  ): Promise<void> {
    // The refund first: what fails after it is tried again with the event, and refunds nothing more.
    if (invoice !== null) await refundInvoice(typeof invoice === 'string' ? invoice : invoice.id)
    if (!isCancelled) await cancel(id, surplusComment)
  }

  return {
    refund,
    cancel: (id) => cancel(id),
    async refuseSecond(customer) {
      await expireCheckouts(customer)
      if ((await subscriptionsOf(customer)).length === 0) return
      throw new HttpError('conflict', 'You already have a subscription. Manage it to change your plan.')
    },
    async endCustomer(customer) {
      await expireCheckouts(customer)
      for (const { id } of await subscriptionsOf(customer)) await cancel(id)
    },
    async giveBack(subscription, { userId, isLatePayment }) {
      const { status, metadata, customer, cancellation_details: details } = subscription
      // A bank debit takes days: it may succeed after its subscription was cancelled.
      const wasSurplus =
        status === 'canceled' &&
        (details?.comment === surplusComment || (isLatePayment && userId === undefined))
      if ((!live.has(status) && !wasSurplus) || metadata['site'] !== site()) return
      if (userId === undefined || wasSurplus) return endSurplus(subscription, wasSurplus)
      const all = await subscriptionsOf(typeof customer === 'string' ? customer : customer.id)
      const [, ...later] = all.toSorted(
        (one, other) => one.created - other.created || (one.id < other.id ? -1 : 1),
      )
      // Also one that was the only paid one at its own events: an older checkout can be paid after it.
      for (const each of later) if (each.metadata['site'] === site()) await endSurplus(each, false)
    },
  }
}

/**
 * The answer of a call, or `undefined` when Stripe has nothing by that id: a deleted subscription is an ended one. The
 * status is 404 for an id in the path, and 400 with the code `resource_missing` for one in a parameter.
 */
export async function orMissing<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode === 404 || error.code === 'resource_missing') return undefined
    throw error
  }
}
