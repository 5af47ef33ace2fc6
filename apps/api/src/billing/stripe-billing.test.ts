import { billingCatalogSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeStripe, type FakeStripe } from '../../tests/fake-stripe.ts'
import { type TestApp, openTestApp, post, type TestUser } from '../../tests/test-app.ts'
import { users } from '../db/schema/auth.ts'
import { createPayments } from './payments.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_1'
const hour = 3_600_000
const away = 'The payment service cannot be reached. Please try again shortly.'

describe('payments by Stripe', () => {
  let fake: FakeStripe
  let test: TestApp
  let clock: number
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    clock = Date.UTC(2026, 10, 21)
    fake = await startFakeStripe(secretKey)
  })
  afterEach(() => fake.close())

  /** An app whose payments are by the fake, on the one database. */
  const open = async () =>
    openTestApp({
      database: test.database,
      payments: await createPayments(
        { kind: 'stripe', secretKey, webhookSecret, apiUrl: fake.url },
        {
          db: test.database.db,
          now: () => new Date(clock),
          siteUrl: () => new URL('https://assistant.example'),
        },
      ),
    })
  const tell = async (
    app: TestApp,
    type: string,
    object: object,
    signedWith = webhookSecret,
    id = `evt_${crypto.randomUUID()}`,
  ) => {
    const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
    const header = await new Stripe(secretKey).webhooks.generateTestHeaderStringAsync({
      payload,
      secret: signedWith,
    })
    return app.app.request('/api/billing/webhook', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
    })
  }
  const status = async (app: TestApp, cookie: string) =>
    (await app.app.request('/api/billing/status', { headers: { cookie } })).json()
  const addSubscription = ({ id: userId }: TestUser, over: object = {}) => {
    const id = `sub_${userId.replaceAll('-', '')}`
    const periodEnd = clock / 1000 + 30 * 24 * 3600
    const subscription = {
      id,
      customer: `cus_${userId}`,
      status: 'active',
      userId,
      periodEnd,
      cancelAtPeriodEnd: false,
    }
    fake.subscriptions.set(id, { ...subscription, ...over })
    return id
  }

  it('lists the active plans, cheapest price first, and asks for them every five minutes', async () => {
    const { app } = await open()
    const catalog = async () =>
      billingCatalogSchema.parse(await (await app.request('/api/billing/catalog')).json())
    expect(await catalog()).toEqual({
      products: [
        {
          id: 'prod_1',
          name: 'Growth',
          description: 'For more.',
          features: ['Product suggestions'],
          prices: [
            { id: 'price_month', unit_amount: 990, currency: 'usd', interval: 'month' },
            { id: 'price_year', unit_amount: 9900, currency: 'usd', interval: 'year' },
          ],
        },
      ],
    })
    await catalog()
    expect(fake.calls).toEqual(['GET /v1/prices'])
    clock += 6 * 60_000
    fake.down = true
    expect((await catalog()).products).toHaveLength(1)
  })

  it('leads to a checkout of the very price, for the account', async () => {
    const app = await open()
    const user = await app.addUser()
    const cookie = await app.signIn(user)
    const response = await post(app.app, '/api/billing/checkout?price_id=price_month', {}, { cookie })
    expect(await response.json()).toEqual({ url: 'https://checkout.example/cs_1' })
    expect(fake.forms.at(-1)).toMatchObject({
      mode: 'subscription',
      customer: `cus_${user.id}`,
      client_reference_id: user.id,
      'line_items[0][price]': 'price_month',
      'subscription_data[metadata][user_id]': user.id,
      success_url: 'https://assistant.example/products',
    })
    const unknown = await post(app.app, '/api/billing/checkout?price_id=price_old', {}, { cookie })
    expect(unknown.status).toBe(404)
    const portal = await post(app.app, '/api/billing/portal', {}, { cookie })
    expect(await portal.json()).toEqual({ url: 'https://portal.example/bps_1' })
  })

  it('speaks of a failure in words of our own, which name no key', async () => {
    const app = await open()
    const cookie = await app.signIn(await app.addUser())
    fake.down = true
    const response = await post(app.app, '/api/billing/checkout?price_id=price_month', {}, { cookie })
    expect([response.status, await response.json()]).toMatchObject([503, { error: away }])
    expect((await app.app.request('/api/billing/catalog')).status).toBe(503)
  })

  it('is active once Stripe has told so, whatever the order of what it tells', async () => {
    const app = await open()
    const user = await app.addUser()
    const cookie = await app.signIn(user)
    expect(await status(app, cookie)).toEqual({ active: false })
    const id = addSubscription(user)
    expect((await tell(app, 'checkout.session.completed', { subscription: id })).status).toBe(200)
    expect(await status(app, cookie)).toEqual({
      active: true,
      plan: 'Growth',
      current_period_end: '2026-12-21T00:00:00.000Z',
      cancel_at_period_end: false,
    })
    addSubscription(user, { status: 'canceled' })
    await tell(app, 'customer.subscription.deleted', { id })
    await tell(app, 'customer.subscription.updated', { id, status: 'active' })
    expect(await status(app, cookie)).toEqual({ active: false })
  })

  it('takes an event once, and one again that failed half-way', async () => {
    const app = await open()
    const user = await app.addUser()
    const id = addSubscription(user)
    fake.down = true
    const send = () => tell(app, 'customer.subscription.updated', { id }, webhookSecret, `evt_${user.id}`)
    expect((await send()).status).toBe(503)
    fake.down = false
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(fake.calls.filter((call) => call.endsWith(id))).toHaveLength(2)
  })

  it.each(['', 'whsec_other'])('refuses an event signed with %j', async (secret) => {
    const app = await open()
    const response =
      secret === ''
        ? await app.app.request('/api/billing/webhook', { method: 'POST', body: '{}' })
        : await tell(app, 'customer.subscription.updated', { id: 'sub_1' }, secret)
    expect(response.status).toBe(400)
    expect(fake.calls).toEqual([])
  })

  it('shrugs at what is about nobody: another kind, a deleted account', async () => {
    const app = await open()
    const user = await app.addUser()
    const id = addSubscription(user)
    await test.database.db.delete(users).where(eq(users.id, user.id))
    expect((await tell(app, 'invoice.paid', { id: 'in_1' })).status).toBe(200)
    expect((await tell(app, 'customer.subscription.updated', { id })).status).toBe(200)
  })

  it('asks itself when a renewal is overdue, and keeps what it knew while Stripe is away', async () => {
    const app = await open()
    const user = await app.addUser()
    const cookie = await app.signIn(user)
    const id = addSubscription(user)
    await tell(app, 'customer.subscription.created', { id })
    clock += 30 * 24 * hour + 2 * hour
    fake.down = true
    expect(await status(app, cookie)).toMatchObject({ active: true })
    fake.down = false
    addSubscription(user, { status: 'unpaid' })
    expect(await status(app, cookie)).toEqual({ active: false })
  })

  it('is cancelled with its account, which stays while that cannot be done', async () => {
    const app = await open()
    const user = await app.addUser()
    const cookie = await app.signIn(user)
    const id = addSubscription(user)
    await tell(app, 'customer.subscription.created', { id })
    const remove = () => post(app.app, '/api/account/delete', { password: user.password }, { cookie })
    fake.down = true
    expect((await remove()).status).toBe(503)
    fake.down = false
    expect((await remove()).status).toBe(200)
    expect(fake.subscriptions.get(id)?.status).toBe('canceled')
  })

  it('deletes the customer with its account, also one that Stripe no longer has', async () => {
    const app = await open()
    for (const isMissing of [false, true]) {
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const id = addSubscription(user)
      await post(app.app, '/api/billing/checkout?price_id=price_month', {}, { cookie })
      const customer = `cus_${user.id}`
      if (isMissing) fake.missingCustomers.add(customer)
      fake.calls.length = 0
      const response = await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      expect(response.status).toBe(200)
      expect(fake.calls.at(-1)).toBe(`DELETE /v1/customers/${customer}`)
      expect(fake.subscriptions.get(id)?.status).toBe(isMissing ? 'active' : 'canceled')
    }
  })

  it('keeps an account whose customer cannot be deleted now', async () => {
    const app = await open()
    const user = await app.addUser()
    const cookie = await app.signIn(user)
    await post(app.app, '/api/billing/checkout?price_id=price_month', {}, { cookie })
    fake.down = true
    const remove = () => post(app.app, '/api/account/delete', { password: user.password }, { cookie })
    expect((await remove()).status).toBe(503)
    fake.down = false
    expect((await remove()).status).toBe(200)
    expect(fake.missingCustomers).toContain(`cus_${user.id}`)
  })

  describe('money for nothing', () => {
    const site = 'https://assistant.example'
    const checkout = (app: TestApp, cookie: string) =>
      post(app.app, '/api/billing/checkout?price_id=price_month', {}, { cookie })
    const statuses = () => fake.checkouts.map((each) => each.status)

    it('expires an open checkout when its account is deleted, and when another is opened', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      await checkout(app, cookie)
      await checkout(app, cookie)
      expect(statuses()).toEqual(['expired', 'open'])
      await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      expect(statuses()).toEqual(['expired', 'expired'])
    })

    it('cancels with the account a subscription that no event has told of', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      await checkout(app, cookie)
      const [made] = fake.checkouts
      if (made !== undefined) made.status = 'complete'
      const id = addSubscription(user)
      const response = await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      expect([response.status, fake.subscriptions.get(id)?.status]).toEqual([200, 'canceled'])
    })

    it('refuses a second checkout to who has a subscription that no event has told of', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      addSubscription(user)
      expect((await checkout(app, cookie)).status).toBe(409)
      expect(fake.checkouts).toEqual([])
    })

    it('refunds and cancels the later one of two that were paid at once', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const first = addSubscription(user, { site, created: 1 })
      const second = `${first}2`
      const subscription = fake.subscriptions.get(first)
      if (subscription !== undefined) {
        fake.subscriptions.set(second, { ...subscription, id: second, created: 2 })
      }
      for (const id of [second, first, second]) {
        expect((await tell(app, 'customer.subscription.created', { id })).status).toBe(200)
      }
      expect(fake.refunds).toEqual([`pi_in_${second}`])
      expect([first, second].map((id) => fake.subscriptions.get(id)?.status)).toEqual(['active', 'canceled'])
      expect(await status(app, cookie)).toMatchObject({ active: true })
    })

    it('refunds and cancels the later one also when it was paid first', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const first = addSubscription(user, { site, created: 1, status: 'incomplete' })
      const second = `${first}2`
      const pending = fake.subscriptions.get(first)
      if (pending === undefined) throw new Error('no subscription')
      fake.subscriptions.set(second, { ...pending, id: second, created: 2, status: 'active' })
      expect((await tell(app, 'checkout.session.completed', { subscription: second })).status).toBe(200)
      expect(fake.refunds).toEqual([])
      pending.status = 'active'
      expect((await tell(app, 'checkout.session.completed', { subscription: first })).status).toBe(200)
      expect(fake.refunds).toEqual([`pi_in_${second}`])
      expect([first, second].map((id) => fake.subscriptions.get(id)?.status)).toEqual(['active', 'canceled'])
      expect(await status(app, cookie)).toMatchObject({ active: true })
    })

    it('refunds and cancels what was paid for a deleted account, of this site alone', async () => {
      const app = await open()
      const [user, other] = [await app.addUser(), await app.addUser()]
      const id = addSubscription(user, { site })
      const elsewhere = addSubscription(other, { site: 'https://another.example' })
      await test.database.db.delete(users)
      expect((await tell(app, 'checkout.session.completed', { subscription: id })).status).toBe(200)
      expect((await tell(app, 'checkout.session.completed', { subscription: elsewhere })).status).toBe(200)
      const single = {
        payment_intent: 'pi_single',
        payment_status: 'paid',
        metadata: { user_id: user.id, site },
      }
      expect((await tell(app, 'checkout.session.completed', single)).status).toBe(200)
      expect(fake.refunds).toEqual([`pi_in_${id}`, 'pi_single'])
      expect([id, elsewhere].map((each) => fake.subscriptions.get(each)?.status)).toEqual([
        'canceled',
        'active',
      ])
    })

    it('takes a subscription that Stripe has no more for an ended one', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const id = addSubscription(user)
      await tell(app, 'customer.subscription.created', { id })
      fake.subscriptions.delete(id)
      expect((await tell(app, 'customer.subscription.deleted', { id })).status).toBe(200)
      expect(await status(app, cookie)).toEqual({ active: false })
      expect(
        (await post(app.app, '/api/account/delete', { password: user.password }, { cookie })).status,
      ).toBe(200)
    })

    it('cancels what was refunded before, also after Stripe has forgotten the first try', async () => {
      const app = await open()
      const user = await app.addUser()
      const id = addSubscription(user, { site })
      fake.refunds.push(`pi_in_${id}`)
      await test.database.db.delete(users)
      expect((await tell(app, 'customer.subscription.created', { id })).status).toBe(200)
      expect(fake.refunds).toEqual([`pi_in_${id}`])
      expect(fake.subscriptions.get(id)?.status).toBe('canceled')
    })

    it('refunds a single payment of a deleted account once it is paid, not while it is pending', async () => {
      const app = await open()
      const user = await app.addUser()
      await test.database.db.delete(users)
      const metadata = { user_id: user.id, site }
      const pending = { payment_intent: 'pi_slow', payment_status: 'unpaid', metadata }
      expect((await tell(app, 'checkout.session.completed', pending)).status).toBe(200)
      expect(fake.refunds).toEqual([])
      const paid = { ...pending, payment_status: 'paid' }
      expect((await tell(app, 'checkout.session.async_payment_succeeded', paid)).status).toBe(200)
      expect(fake.refunds).toEqual(['pi_slow'])
    })

    it('refunds no subscription of an account that exists, whatever the subscription lacks', async () => {
      const app = await open()
      const user = await app.addUser()
      const id = addSubscription(user, { site, itemless: true })
      expect((await tell(app, 'customer.subscription.updated', { id })).status).toBe(200)
      expect([fake.refunds, fake.subscriptions.get(id)?.status]).toEqual([[], 'active'])
    })

    it('refunds a surplus subscription whose payment was pending when it was cancelled', async () => {
      const app = await open()
      const user = await app.addUser()
      const id = addSubscription(user, { site, isPending: true })
      await test.database.db.delete(users)
      expect((await tell(app, 'checkout.session.completed', { subscription: id })).status).toBe(200)
      expect([fake.subscriptions.get(id)?.status, fake.refunds]).toEqual(['canceled', []])
      const subscription = fake.subscriptions.get(id)
      if (subscription !== undefined) subscription.isPending = false
      const late = await tell(app, 'checkout.session.async_payment_succeeded', { subscription: id })
      expect([late.status, fake.refunds]).toEqual([200, [`pi_in_${id}`]])
    })

    it('refunds a subscription of a deleted account whose payment was pending at the deletion', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const id = addSubscription(user, { site, isPending: true })
      await tell(app, 'checkout.session.completed', { subscription: id })
      await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      const subscription = fake.subscriptions.get(id)
      expect(subscription?.status).toBe('canceled')
      if (subscription !== undefined) subscription.isPending = false
      const late = await tell(app, 'checkout.session.async_payment_succeeded', { subscription: id })
      expect([late.status, fake.refunds]).toEqual([200, [`pi_in_${id}`]])
    })

    it('refunds no late first payment of an account that exists', async () => {
      const app = await open()
      const user = await app.addUser()
      const id = addSubscription(user, { site })
      const late = await tell(app, 'checkout.session.async_payment_succeeded', { subscription: id })
      expect([late.status, fake.refunds, fake.subscriptions.get(id)?.status]).toEqual([200, [], 'active'])
    })

    it('refunds no subscription that ended with its account', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const id = addSubscription(user, { site })
      await tell(app, 'customer.subscription.created', { id })
      await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      expect((await tell(app, 'customer.subscription.deleted', { id })).status).toBe(200)
      expect([fake.subscriptions.get(id)?.status, fake.refunds]).toEqual(['canceled', []])
    })

    it.each(['incomplete_expired', 'canceled'])(
      'deletes an account whose subscription is %s',
      async (ended) => {
        const app = await open()
        const user = await app.addUser()
        const cookie = await app.signIn(user)
        const id = addSubscription(user, { status: 'incomplete' })
        await tell(app, 'customer.subscription.created', { id })
        addSubscription(user, { status: ended })
        await tell(app, 'customer.subscription.updated', { id })
        const remove = () => post(app.app, '/api/account/delete', { password: user.password }, { cookie })
        expect((await remove()).status).toBe(200)
      },
    )

    it('makes a new customer for an account whose customer Stripe has no more', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      expect((await checkout(app, cookie)).status).toBe(200)
      fake.missingCustomers.add(`cus_${user.id}`)
      const portal = await post(app.app, '/api/billing/portal', {}, { cookie })
      expect([portal.status, await portal.json()]).toMatchObject([
        404,
        { error: 'You have no subscription.' },
      ])
      expect((await checkout(app, cookie)).status).toBe(200)
      expect(fake.checkouts.map(({ customer }) => customer)).toEqual([`cus_${user.id}`, `cus_${user.id}_1`])
      // The new one stays.
      expect((await checkout(app, cookie)).status).toBe(200)
      expect(fake.checkouts.at(-1)?.customer).toBe(`cus_${user.id}_1`)
    })

    it('deletes an account whose customer Stripe has no more', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      await checkout(app, cookie)
      fake.missingCustomers.add(`cus_${user.id}`)
      const response = await post(app.app, '/api/account/delete', { password: user.password }, { cookie })
      expect(response.status).toBe(200)
    })

    it('stores the newest state when two events are handled at once', async () => {
      const app = await open()
      const user = await app.addUser()
      const cookie = await app.signIn(user)
      const id = addSubscription(user)
      const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
      // The first answer of Stripe says `active`, and arrives after the event of the end was handled.
      fake.holdNextSubscription = isEnded
      const late = tell(app, 'customer.subscription.updated', { id })
      await vi.waitUntil(() => fake.calls.some((call) => call === `GET /v1/subscriptions/${id}`))
      addSubscription(user, { status: 'canceled' })
      expect((await tell(app, 'customer.subscription.deleted', { id })).status).toBe(200)
      end()
      expect((await late).status).toBe(200)
      expect(await status(app, cookie)).toEqual({ active: false })
    })
  })
})
