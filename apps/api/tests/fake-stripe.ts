import { text } from 'node:stream/consumers'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A subscription as Stripe would keep it. */
export interface FakeSubscription {
  id: string
  customer: string
  status: string
  userId: string | null
  periodEnd: number
  cancelAtPeriodEnd: boolean
  /** Origin of the site that made its checkout. @default none */
  site?: string
  /** Seconds since 1970. @default 0 */
  created?: number
  /** Has no items. @default false */
  itemless?: boolean
  /** Its first payment is still being made, as a bank debit is for days. @default false */
  isPending?: boolean
  /** Comment of the call that cancelled it. @default none */
  comment?: string
}

/** A checkout as Stripe would keep it. */
export interface FakeCheckout {
  id: string
  customer: string
  status: 'open' | 'complete' | 'expired'
}

/** Stripe's protocol on loopback, as far as the server speaks it. */
export interface FakeStripe {
  url: URL
  /** `METHOD /path` of each call, in order. */
  calls: string[]
  /** The fields of each form that was sent. */
  forms: Record<string, string>[]
  subscriptions: Map<string, FakeSubscription>
  checkouts: FakeCheckout[]
  /** Payments that were refunded. */
  refunds: string[]
  /** Customers that Stripe has no more: deleted in its dashboard, or made with a key of another mode. */
  missingCustomers: Set<string>
  /** While true every call fails. */
  down: boolean
  /** The next answer about one subscription is made at once and sent after this. @default sent at once */
  holdNextSubscription: Promise<void> | undefined
  close: () => Promise<void>
}

const product = {
  id: 'prod_1',
  object: 'product',
  name: 'Growth',
  description: 'For more.',
  active: true,
  // Stripe's types allow a feature without a name.
  marketing_features: [{ name: 'Product suggestions' }, {}],
}
const price = (id: string, amount: number, interval: string | null, over: object = {}) => ({
  id,
  object: 'price',
  active: true,
  currency: 'usd',
  unit_amount: amount,
  recurring: interval === null ? null : { interval, interval_count: 1 },
  product,
  ...over,
})

export async function startFakeStripe(secretKey: string): Promise<FakeStripe> {
  const calls: string[] = []
  const forms: Record<string, string>[] = []
  const subscriptions = new Map<string, FakeSubscription>()
  const checkouts: FakeCheckout[] = []
  const refunds: string[] = []
  const missingCustomers = new Set<string>()
  const madeCustomers = new Set<string>()
  const customersByKey = new Map<string, string>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const fake: FakeStripe = {
    url: new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`),
    calls,
    forms,
    subscriptions,
    checkouts,
    refunds,
    missingCustomers,
    down: false,
    holdNextSubscription: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', fake.url)
    calls.push(`${request.method} ${pathname}`)
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    forms.push(form)
    const list = (data: object[]) => send(200, { object: 'list', has_more: false, url: pathname, data })
    const send = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const error = (status: number, type: string) =>
      send(status, { error: { type, message: 'sk_test_secret' } })
    if (fake.down) return void error(400, 'invalid_request_error')
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return void error(401, 'authentication_error')
    const missing = (status: number, param: string) =>
      send(status, {
        error: { type: 'invalid_request_error', code: 'resource_missing', param, message: 'sk_test_secret' },
      })
    // Stripe answers a call that names a customer in its parameters with 400, not 404.
    const named = form['customer'] ?? searchParams.get('customer') ?? ''
    if (missingCustomers.has(named)) return void missing(400, 'customer')
    const id = pathname.split('/')[3] ?? ''
    switch (`${request.method} ${pathname.replace(/\/(?:sub|cs|cus)_[\w-]+/u, '/{id}')}`) {
      case 'GET /v1/prices':
        return void send(200, {
          object: 'list',
          has_more: false,
          url: '/v1/prices',
          data: [
            price('price_year', 9900, 'year'),
            price('price_month', 990, 'month'),
            price('price_old', 1, 'month', { product: { ...product, id: 'prod_0', active: false } }),
          ],
        })
      case 'POST /v1/customers': {
        const known = `cus_${form['metadata[user_id]']}`
        const key = request.headers['idempotency-key']
        const first = customersByKey.get(String(key))
        const made = first ?? (madeCustomers.has(known) ? `${known}_${madeCustomers.size}` : known)
        madeCustomers.add(made)
        customersByKey.set(String(key), made)
        return void send(200, { id: made, object: 'customer' })
      }
      case 'GET /v1/customers/{id}':
        if (missingCustomers.has(id)) return void missing(404, 'id')
        return void send(200, { id, object: 'customer' })
      case 'DELETE /v1/customers/{id}':
        if (missingCustomers.has(id)) return void missing(404, 'id')
        missingCustomers.add(id)
        return void send(200, { id, object: 'customer', deleted: true })
      case 'POST /v1/checkout/sessions': {
        const made: FakeCheckout = {
          id: `cs_${checkouts.length + 1}`,
          customer: form['customer'] ?? '',
          status: 'open',
        }
        checkouts.push(made)
        return void send(200, toCheckout(made))
      }
      case 'GET /v1/checkout/sessions':
        return void list(
          checkouts
            .filter(
              ({ customer, status }) =>
                isAsked(searchParams, 'customer', customer) && isAsked(searchParams, 'status', status),
            )
            .map(toCheckout),
        )
      case 'GET /v1/checkout/sessions/{id}':
      case 'POST /v1/checkout/sessions/{id}/expire': {
        const found = checkouts.find((checkout) => checkout.id === pathname.split('/')[4])
        if (found === undefined) return void error(404, 'invalid_request_error')
        if (request.method === 'POST') {
          if (found.status !== 'open') return void error(400, 'invalid_request_error')
          found.status = 'expired'
        }
        return void send(200, toCheckout(found))
      }
      case 'GET /v1/subscriptions':
        return void list(
          [...subscriptions.values()]
            .filter(({ customer }) => isAsked(searchParams, 'customer', customer))
            .map(toWire),
        )
      case 'GET /v1/invoice_payments': {
        const invoice = searchParams.get('invoice') ?? ''
        if (subscriptions.get(invoice.replace(/^in_/u, ''))?.isPending === true) return void list([])
        const payment = { type: 'payment_intent', payment_intent: `pi_${invoice}` }
        return void list([{ id: 'inpay_1', object: 'invoice_payment', status: 'paid', payment }])
      }
      case 'POST /v1/refunds':
        if (refunds.includes(form['payment_intent'] ?? '')) {
          const code = 'charge_already_refunded'
          return void send(400, { error: { type: 'invalid_request_error', code, message: 'sk_test_secret' } })
        }
        refunds.push(form['payment_intent'] ?? '')
        return void send(200, { id: 're_1', object: 'refund' })
      case 'POST /v1/billing_portal/sessions':
        return void send(200, { id: 'bps_1', url: 'https://portal.example/bps_1' })
      case 'GET /v1/subscriptions/{id}':
      case 'DELETE /v1/subscriptions/{id}': {
        const found = subscriptions.get(id)
        if (found === undefined) return void error(404, 'invalid_request_error')
        if (request.method === 'DELETE') {
          // Stripe takes no call for one that has ended.
          if (ended.has(found.status)) return void error(400, 'invalid_request_error')
          found.status = 'canceled'
          const name = 'cancellation_details[comment]'
          const comment = form[name] ?? searchParams.get(name)
          if (comment !== null) found.comment = comment
        }
        const wire = toWire(found)
        const held = fake.holdNextSubscription
        fake.holdNextSubscription = undefined
        await held
        return void send(200, wire)
      }
      default:
        return void error(404, 'invalid_request_error')
    }
  }
  return fake
}

const ended = new Set(['canceled', 'incomplete_expired'])

function isAsked(query: URLSearchParams, name: string, value: string): boolean {
  return (query.get(name) ?? value) === value
}

function toCheckout({ id, customer, status }: FakeCheckout): object {
  return { id, object: 'checkout.session', customer, status, url: `https://checkout.example/${id}` }
}

function toWire(subscription: FakeSubscription): object {
  const {
    id,
    customer,
    status,
    userId,
    periodEnd,
    cancelAtPeriodEnd,
    site,
    created = 0,
    comment,
  } = subscription
  const items = subscription.itemless === true ? [] : [itemOf(periodEnd)]
  return {
    id,
    object: 'subscription',
    customer,
    status,
    metadata: { ...(userId === null ? {} : { user_id: userId }), ...(site === undefined ? {} : { site }) },
    created,
    latest_invoice: `in_${id}`,
    cancellation_details: { comment: comment ?? null, feedback: null, reason: null },
    cancel_at_period_end: cancelAtPeriodEnd,
    items: {
      object: 'list',
      data: items,
    },
  }
}

function itemOf(periodEnd: number): object {
  return { id: 'si_1', current_period_end: periodEnd, price: price('price_month', 990, 'month') }
}
