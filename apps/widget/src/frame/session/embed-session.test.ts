import { ApiError, type EmbedCalls } from '@org/api-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEmbedSession } from './embed-session.ts'

type Request = EmbedCalls['embedSession']

const shop = { origin: 'https://shop.example', ancestors: [] }
const tokens = () => {
  let count = 0
  return vi.fn<Request>(() => Promise.resolve({ token: `token-${(count += 1)}`, expiresIn: 3600 }))
}

const nothing = () => Promise.resolve()

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('lets no question through before the handshake has named the page', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
  let isReady = false
  const ready = session.withToken(nothing).then(() => (isReady = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([isReady, request.mock.calls.length]).toEqual([false, 0])
  expect(await session.open(shop)).toBe('opened')
  await ready
  expect(request.mock.calls).toEqual([[{ cfg: 'cfg-1', ...shop }]])
  expect(session.token).toBe('token-1')
})

it('asks once for questions that wait together, and needs no handshake on a known page', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: shop })
  await Promise.all([session.withToken(nothing), session.withToken(nothing)])
  await session.withToken(nothing)
  expect(request).toHaveBeenCalledOnce()
})

it('renews a token before it expires, and one that has expired while the machine slept', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: shop })
  await session.withToken(nothing)
  await vi.advanceTimersByTimeAsync(3600 * 800)
  expect(session.token).toBe('token-2')
  vi.setSystemTime(Date.now() + 7_200_000)
  await session.withToken(nothing)
  expect(session.token).toBe('token-3')
})

it.each([-1, 0, 1e9])('does not renew without end a token that lives for %d s', async (expiresIn) => {
  const request = vi.fn<Request>(() => Promise.resolve({ token: 'token', expiresIn }))
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: shop })
  await session.withToken(nothing)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(request).toHaveBeenCalledOnce()
})

it('tells a refusal from an unreachable server, and tries again after the latter', async () => {
  const request = vi.fn<Request>(() => Promise.reject(new ApiError({ code: 'forbidden', status: 403 })))
  const refused = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
  expect(await refused.open(shop)).toBe('refused')
  await expect(refused.withToken(nothing)).rejects.toMatchObject({ status: 403 })
  const recovering = tokens()
  recovering.mockRejectedValueOnce(new ApiError({ code: 'network' }))
  const session = createEmbedSession({ cfg: 'cfg-1', request: recovering, page: undefined })
  expect(await session.open(shop)).toBe('unavailable')
  await session.withToken(nothing)
  expect(session.token).toBe('token-1')
})

it('opens none for the site’s own widget', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: '', request, page: undefined })
  await session.withToken(nothing)
  expect(await session.open(shop)).toBe('opened')
  expect(request).not.toHaveBeenCalled()
})

it('renews a token that the server refuses before its time, and repeats the call once', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: shop })
  const refusal = new ApiError({ code: 'forbidden', status: 403 })
  const used: (string | undefined)[] = []
  const ask = (isTaken: (token: string | undefined) => boolean) => async () => {
    used.push(session.token)
    if (!isTaken(session.token)) throw refusal
    return 'answer'
  }
  // The clock is set back by a day: by it, the token is good for another day.
  await session.withToken(nothing)
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(await session.withToken(ask((token) => token === 'token-2'))).toBe('answer')
  expect(used).toEqual(['token-1', 'token-2'])
  used.length = 0
  await expect(session.withToken(ask(() => false))).rejects.toBe(refusal)
  expect(used).toEqual(['token-2', 'token-3'])
  const other = new ApiError({ code: 'rate_limited', status: 429 })
  await expect(session.withToken(() => Promise.reject(other))).rejects.toBe(other)
  expect(request).toHaveBeenCalledTimes(3)
})

const user = { userId: 'customer-17', userHash: 'a'.repeat(64), userExpires: 1_795_600_000 }
const identityRefused = (reason: string) =>
  new ApiError({ code: 'identity_refused', status: 403, detail: { reason } })

it('opens the session of the visitor whom the page has identified, before calls are made', async () => {
  const request = tokens()
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
  const identified = session.identified()
  void session.open({ ...shop, user })
  await identified
  expect(session.token).toBe('token-1')
  await session.identified()
  expect(request.mock.calls).toEqual([[{ cfg: 'cfg-1', ...shop, user }]])
})

it('waits for no session of a guest', async () => {
  const request = tokens()
  await createEmbedSession({ cfg: 'cfg-1', request, page: shop }).identified()
  await createEmbedSession({ cfg: '', request, page: undefined }).identified()
  expect(request).not.toHaveBeenCalled()
})

it.each([
  [identityRefused('expired'), 'expired'],
  [identityRefused('invalid'), 'invalid'],
  [new ApiError({ code: 'identity_refused', status: 403 }), 'invalid'],
  [new ApiError({ code: 'invalid', status: 422 }), 'invalid'],
  [new ApiError({ code: 'rate_limited', status: 429 }), 'rate_limited'],
])(
  'makes a guest of a visitor whose identity is refused by %s, and reports it once',
  async (error, reason) => {
    const request = tokens()
    request.mockRejectedValueOnce(error)
    const reasons: string[] = []
    const onIdentityRefused = (given: string): void => void reasons.push(given)
    const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined, onIdentityRefused })
    expect(await session.open({ ...shop, user })).toBe('opened')
    await session.identified()
    expect(session.token).toBe('token-1')
    await vi.advanceTimersByTimeAsync(3600 * 800)
    expect(request.mock.calls.map(([given]) => given)).toEqual([
      { cfg: 'cfg-1', ...shop, user },
      { cfg: 'cfg-1', ...shop, guest: true },
      { cfg: 'cfg-1', ...shop, guest: true },
    ])
    expect(reasons).toEqual([reason])
  },
)

it.each([
  ['an unreachable server', new ApiError({ code: 'network' })],
  ['a page where the widget is not allowed', new ApiError({ code: 'forbidden', status: 403 })],
])(
  'makes no call for a visitor without a session, by %s: a cookie may be of another person',
  async (_, error) => {
    const request = tokens()
    request.mockRejectedValueOnce(error).mockRejectedValueOnce(error)
    const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
    await session.open({ ...shop, user })
    await expect(session.identified()).rejects.toBe(error)
    await session.identified()
    expect(session.token).toBe('token-1')
  },
)

it('makes no call for a refused visitor before the session of a guest is open', async () => {
  const failure = new ApiError({ code: 'network' })
  const request = tokens()
  request
    .mockRejectedValueOnce(identityRefused('expired'))
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure)
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
  await session.open({ ...shop, user })
  await expect(session.identified()).rejects.toBe(failure)
  await session.identified()
  expect(request.mock.calls.at(-1)).toEqual([{ cfg: 'cfg-1', ...shop, guest: true }])
})

it('leaves a widget that is not allowed on a site refused, whoever is identified', async () => {
  const request = vi.fn<Request>(() => Promise.reject(new ApiError({ code: 'forbidden', status: 403 })))
  const session = createEmbedSession({ cfg: 'cfg-1', request, page: undefined })
  expect(await session.open({ ...shop, user })).toBe('refused')
})
