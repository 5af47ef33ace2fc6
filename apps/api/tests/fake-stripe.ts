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
}

/** Stripe's protocol on loopback, as far as the server speaks it. */
export interface FakeStripe {
  url: URL
  /** `METHOD /path` of each call, in order. */
  calls: string[]
  /** The fields of each form that was sent. */
  forms: Record<string, string>[]
  subscriptions: Map<string, FakeSubscription>
  /** While true every call fails. */
  down: boolean
  close: () => Promise<void>
}

const product = { id: 'prod_1', object: 'product', name: 'Growth', description: 'For more.', active: true }
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
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const fake: FakeStripe = {
    url: new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`),
    calls,
    forms,
    subscriptions,
    down: false,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', fake.url)
    calls.push(`${request.method} ${pathname}`)
    forms.push(Object.fromEntries(new URLSearchParams(await text(request))))
    const send = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const error = (status: number, type: string) =>
      send(status, { error: { type, message: 'sk_test_secret' } })
    if (fake.down) return void error(400, 'invalid_request_error')
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return void error(401, 'authentication_error')
    const id = pathname.split('/')[3] ?? ''
    switch (`${request.method} ${pathname.replace(/\/sub_\w+$/u, '/{id}')}`) {
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
      case 'POST /v1/customers':
        return void send(200, { id: 'cus_1', object: 'customer' })
      case 'POST /v1/checkout/sessions':
        return void send(200, {
          id: 'cs_1',
          object: 'checkout.session',
          url: 'https://checkout.example/cs_1',
        })
      case 'POST /v1/billing_portal/sessions':
        return void send(200, { id: 'bps_1', url: 'https://portal.example/bps_1' })
      case 'GET /v1/subscriptions/{id}':
      case 'DELETE /v1/subscriptions/{id}': {
        const found = subscriptions.get(id)
        if (found === undefined) return void error(404, 'invalid_request_error')
        if (request.method === 'DELETE') found.status = 'canceled'
        return void send(200, toWire(found))
      }
      default:
        return void error(404, 'invalid_request_error')
    }
  }
  return fake
}

function toWire({ id, customer, status, userId, periodEnd, cancelAtPeriodEnd }: FakeSubscription): object {
  return {
    id,
    object: 'subscription',
    customer,
    status,
    metadata: userId === null ? {} : { user_id: userId },
    cancel_at_period_end: cancelAtPeriodEnd,
    items: {
      object: 'list',
      data: [{ id: 'si_1', current_period_end: periodEnd, price: price('price_month', 990, 'month') }],
    },
  }
}
