import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { billingCatalogSchema, billingStatusSchema, billingUrlSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, post } from '../../tests/test-app.ts'
import { packageRoot } from '../package-root.ts'
import { readPlans } from './plans-file.ts'

const day = 86_400_000
const card = { number: '4242 4242 4242 4242', expiry: '04/99', code: '123' }

describe('the test checkout', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ plans: await readPlans(join(packageRoot, 'demo/plans.json')) })
  })
  afterAll(() => test.close())

  const status = async (cookie: string) => {
    const response = await test.app.request('/api/billing/status', { headers: { cookie } })
    return billingStatusSchema.parse(await response.json())
  }
  const addressOf = async (path: string, cookie: string, body: object = {}) => {
    const { url } = billingUrlSchema.parse(await (await post(test.app, path, body, { cookie })).json())
    expect(url).toMatch(/^http:\/\/localhost:8000\/billing\/test\//u)
    return url.slice('http://localhost:8000'.length)
  }
  const submit = async (path: string, fields: Record<string, string>) =>
    test.app.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
  const subscribe = async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    expect((await submit(path, card)).status).toBe(303)
    return { user, cookie }
  }

  it('has plans with prices, for everybody to see', async () => {
    const response = await test.app.request('/api/billing/catalog')
    const { products } = billingCatalogSchema.parse(await response.json())
    expect(products.map(({ name }) => name)).toEqual(['Starter', 'Growth', 'Scale'])
    expect(products.every(({ prices }) => prices.length === 2)).toBe(true)
  })

  it('asks a visitor to sign in', async () => {
    for (const path of ['/api/billing/checkout?price_id=price_growth_month', '/api/billing/portal']) {
      expect((await post(test.app, path, {})).status).toBe(401)
    }
    expect((await test.app.request('/api/billing/status')).status).toBe(401)
  })

  it('takes the price from the query, the body or both', async () => {
    const cookie = await test.signIn(await test.addUser())
    const path = '/api/billing/checkout?price_id=price_growth_month'
    await addressOf(path, cookie)
    await addressOf(path, cookie, { price_id: 'price_growth_month' })
    const other = await post(test.app, path, { price_id: 'price_scale_month' }, { cookie })
    const none = await post(test.app, '/api/billing/checkout', {}, { cookie })
    const unknown = await post(test.app, '/api/billing/checkout', { price_id: 'x' }, { cookie })
    expect([other.status, none.status, unknown.status]).toEqual([422, 422, 404])
    expect(await unknown.json()).toMatchObject({ error: 'This plan is no longer available.' })
  })

  it('shows a page that works without scripts, under a policy of its own', async () => {
    const cookie = await test.signIn(await test.addUser())
    const response = await test.app.request(
      await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_year' }),
    )
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/u,
    )
    const [, css = ''] = /<style>(.*)<\/style>/su.exec(html) ?? []
    const digest = createHash('sha256').update(css).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${digest}'`)
    expect(html).toContain('$1,490.00 per year')
    expect(html).not.toContain('<script')
  })

  it('makes a subscription of a test payment', async () => {
    const cookie = await test.signIn(await test.addUser())
    expect(await status(cookie)).toEqual({ active: false })
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    const paid = await submit(path, card)
    expect([paid.status, paid.headers.get('location')]).toEqual([303, path])
    expect(await (await test.app.request(path)).text()).toContain('Payment received')
    const now = await status(cookie)
    expect(now).toMatchObject({ active: true, plan: 'Growth', cancel_at_period_end: false })
    const days = (Date.parse(now.current_period_end ?? '') - Date.now()) / day
    expect(days).toBeGreaterThan(27)
    expect(days).toBeLessThan(32)
    const second = await post(
      test.app,
      '/api/billing/checkout',
      { price_id: 'price_scale_month' },
      { cookie },
    )
    expect(second.status).toBe(409)
  })

  it.each([
    [{ number: '' }, 'Enter the card number.'],
    [{ number: '4000 0000 0000 0002' }, 'The card was declined. Nothing was paid.'],
    [{ number: '5555555555554444' }, 'Only the test card 4242 4242 4242 4242 pays here.'],
    [{ expiry: '13/30' }, 'Enter month and year, as in 04/30.'],
    [{ expiry: '01/20' }, 'This date has passed. Any future one will do.'],
    [{ code: 'ab' }, 'Enter three or four digits.'],
  ])('refuses %j, says so beside the field, and takes nothing', async (fields, words) => {
    const cookie = await test.signIn(await test.addUser())
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    const response = await submit(path, { ...card, ...fields })
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(words)
    expect(html).toContain(`aria-describedby="${Object.keys(fields)[0]}-problem"`)
    expect(await status(cookie)).toEqual({ active: false })
  })

  it('escapes what was typed', async () => {
    const cookie = await test.signIn(await test.addUser())
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    const html = await (await submit(path, { ...card, number: '"><script>alert(1)</script>' })).text()
    expect(html).not.toContain('<script')
  })

  it('is paid once, and gone after an hour', async () => {
    const cookie = await test.signIn(await test.addUser())
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    await submit(path, card)
    const { current_period_end: end } = await status(cookie)
    await submit(path, card)
    expect((await status(cookie)).current_period_end).toBe(end)
    test.advance(3_600_001)
    expect((await test.app.request(path)).status).toBe(410)
    expect((await test.app.request('/billing/test/checkout?session=x')).status).toBe(410)
    expect((await test.app.request('/billing/test/portal')).status).toBe(410)
  })

  it('refuses a form of another site', async () => {
    const cookie = await test.signIn(await test.addUser())
    const path = await addressOf('/api/billing/checkout', cookie, { price_id: 'price_growth_month' })
    const response = await test.app.request(path, {
      method: 'POST',
      body: new URLSearchParams(card).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })

  it('is managed by its portal: cancelled, resumed, and ended with its period', async () => {
    const { user, cookie } = await subscribe()
    const path = await addressOf('/api/billing/portal', cookie)
    expect(await (await test.app.request(path)).text()).toContain('Cancel the subscription')
    expect((await submit(path, { action: 'cancel' })).status).toBe(303)
    expect(await status(cookie)).toMatchObject({ active: true, cancel_at_period_end: true })
    expect(await (await test.app.request(path)).text()).toContain('Resume the subscription')
    await submit(path, { action: 'resume' })
    expect(await status(cookie)).toMatchObject({ active: true, cancel_at_period_end: false })
    await submit(path, { action: 'cancel' })
    test.advance(32 * day)
    expect(await status(await test.signIn(user))).toEqual({ active: false })
  })

  it('renews itself by the month until then', async () => {
    const { user, cookie } = await subscribe()
    const before = (await status(cookie)).current_period_end ?? ''
    test.advance(65 * day)
    const after = (await status(await test.signIn(user))).current_period_end ?? ''
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(before) + 32 * day)
    const left = Date.parse(after) - test.now().getTime()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(31 * day)
  })

  it('has no portal without a subscription', async () => {
    const cookie = await test.signIn(await test.addUser())
    const response = await post(test.app, '/api/billing/portal', {}, { cookie })
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: 'You have no subscription.' },
    ])
  })
})
