import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasClicks } from '../loader/click-key.ts'
import { rememberClick, reportOrder } from './orders.ts'

const loader = 'https://chat.example/static/embed-loader.js'
const order = {
  id: 17,
  total: '49.9',
  currency: 'EUR',
  items: [{ name: 'Magnesium', note: 'For Ada' }],
  email: 'ada@example.com',
}

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Sent = RequestInit & { body: string }

/** Replaces `fetch`; returns its calls. */
function answer(status: number, body: object) {
  const fetch = vi.fn<(url: URL, init: Sent) => Promise<Response>>(async () =>
    Response.json(body, { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

it('sends the clicks of the visitor and four fields of the order, as text and without cookies', async () => {
  rememberClick('shop', 'one')
  rememberClick('shop', 'two')
  rememberClick('shop', 'one')
  const fetch = answer(200, { counted: true })
  expect(await reportOrder('shop', loader, order)).toBe(true)
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url?.href).toBe('https://chat.example/embed/orders')
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
  expect(init?.headers).toBeUndefined()
  expect(JSON.parse(init?.body ?? '')).toEqual({
    cfg: 'shop',
    clicks: ['one', 'two'],
    order: { id: '17', total: 49.9, currency: 'EUR', items: [{ name: 'Magnesium' }] },
  })
})

it('leaves out an id that is not there, so that the server refuses the order', async () => {
  rememberClick('shop', 'one')
  const fetch = answer(200, { counted: false })
  await reportOrder('shop', loader, { ...order, id: undefined })
  await reportOrder('shop', loader, null)
  const sent = fetch.mock.calls.map(([, { body }]) => JSON.parse(body).order)
  expect(sent).toEqual([
    { total: 49.9, currency: 'EUR', items: [{ name: 'Magnesium' }] },
    { total: null, items: [] },
  ])
})

it('keeps to these fields on a page whose library replaces `Array.from`', async () => {
  rememberClick('shop', 'one')
  const fetch = answer(200, { counted: true })
  // MooTools before 1.6 returns a list as it is.
  vi.spyOn(Array, 'from').mockImplementation((list: unknown) => Object(list))
  await reportOrder('shop', loader, order)
  expect(JSON.parse(fetch.mock.calls[0]?.[1].body ?? '').order.items).toEqual([{ name: 'Magnesium' }])
})

it('sends nothing without a click that it can read, or for items that are no list', async () => {
  const fetch = answer(200, { counted: true })
  localStorage.setItem('org-chat-clicks:shop', '[17]')
  expect(await reportOrder('shop', loader, order)).toBe(false)
  rememberClick('shop', 'one')
  expect(await reportOrder('shop', loader, { ...order, items: null })).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

it('stores the newest twenty clicks, of each widget apart', () => {
  expect(hasClicks('shop')).toBe(false)
  for (let n = 0; n < 25; n += 1) rememberClick('shop', `click-${n}`)
  rememberClick('shop', undefined)
  expect(hasClicks('shop')).toBe(true)
  expect(hasClicks('other')).toBe(false)
  const stored: unknown = JSON.parse(localStorage.getItem('org-chat-clicks:shop') ?? '')
  expect(stored).toEqual(Array.from({ length: 20 }, (_, n) => [`click-${24 - n}`, expect.any(Number)]))
})

it('reports no order after ninety days, and stores a click no longer', async () => {
  const fetch = answer(200, { counted: true })
  vi.spyOn(Date, 'now').mockReturnValue(0)
  rememberClick('shop', 'old')
  vi.spyOn(Date, 'now').mockReturnValue(90 * 86_400_000)
  expect(await reportOrder('shop', loader, order)).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
  rememberClick('shop', 'new')
  expect(localStorage.getItem('org-chat-clicks:shop')).toBe('[["new",7776000000]]')
})

it('answers false for a refused order, with a warning, and where the server cannot be reached', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  rememberClick('shop', 'one')
  answer(422, { error: 'There is no such currency.' })
  expect(await reportOrder('shop', loader, order)).toBe(false)
  expect(warn).toHaveBeenCalledWith('OrgChat: order refused: There is no such currency.')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await reportOrder('shop', loader, order)).toBe(false)
  localStorage.setItem('org-chat-clicks:shop', 'no list')
  expect(await reportOrder('shop', loader, order)).toBe(false)
})
