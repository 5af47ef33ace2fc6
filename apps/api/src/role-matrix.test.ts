import { type Route, routes } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../tests/test-app.ts'
import { users } from './db/schema/auth.ts'
import { honoPath } from './platform/contract-route.ts'

type Role = 'user' | 'client' | 'admin'
type Caller = 'visitor' | Role

let test: TestApp
const people = new Map<Caller, { user: TestUser; cookie: string }>()
beforeAll(async () => {
  test = await openTestApp({ config: { demo: true } })
  for (const role of ['user', 'client', 'admin'] as const) {
    const user = await test.addUser({ role: role === 'user' ? null : role })
    people.set(role, { user, cookie: await test.signIn(user) })
  }
})
afterAll(() => test.close())

const loginRequired = { status: 401, code: 'login_required' }
const forbidden = { status: 403, code: 'forbidden' }
/** How who may not call a route is refused; everybody else is let through. */
const refusals: Record<Route['access'], Partial<Record<Caller, typeof forbidden>>> = {
  visitor: {},
  guest: {},
  user: { visitor: loginRequired },
  client: { visitor: loginRequired, user: forbidden },
  admin: { visitor: loginRequired, user: forbidden, client: forbidden },
}
const matrix = Object.values<Route>(routes).flatMap((route) =>
  (['visitor', 'user', 'client', 'admin'] as const).map((who) => ({
    who,
    route,
    method: route.method,
    path: route.path,
    refusal: refusals[route.access][who],
  })),
)
const withBody = new Set(['POST', 'PUT', 'PATCH'])

async function call({ method, path }: Route, who: Caller): Promise<Response> {
  const person = people.get(who)
  // This ends the session that it is called with.
  const cookie = person && path === routes.logout.path ? await test.signIn(person.user) : person?.cookie
  return test.app.request(path.replaceAll(/\{\w+\}/gu, 'unknown'), {
    method,
    ...(withBody.has(method) ? { body: '{"not":"read"' } : {}),
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
}

describe('every call', () => {
  it.each(matrix.filter(({ refusal }) => refusal !== undefined))(
    '$method $path is closed to a $who ($refusal.status), before its body is read',
    async ({ route, who, refusal }) => {
      const response = await call(route, who)
      expect(response.status).toBe(refusal?.status)
      expect(await response.json()).toMatchObject({ code: refusal?.code })
      expect(response.headers.get('cache-control')).toContain('no-store')
    },
  )

  it.each(matrix.filter(({ refusal }) => refusal === undefined))(
    '$method $path is open to a $who',
    async ({ route, who }) => {
      const response = await call(route, who)
      // A broken body or form, a missing query, an unknown id: the call itself was let through.
      expect([200, 204, 400, 404, 415, 422]).toContain(response.status)
    },
  )

  it('has its rows here: what the app serves besides the contract asks for no session', async () => {
    const served = test.app.routes.filter(({ method }) => method !== 'ALL')
    const named = new Set(Object.values<Route>(routes).map((route) => `${route.method} ${honoPath(route)}`))
    const others = served
      .map(({ method, path }) => `${method} ${path}`)
      .filter((line) => !named.delete(line))
      .toSorted()
    expect([...named]).toEqual([])
    expect(others).toEqual([
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/openapi.json',
      // Of the test checkout.
      'GET /billing/test/checkout',
      'GET /billing/test/portal',
      'GET /embed/login',
      'GET /embed/signup',
      'GET /embed/theme/:theme',
      'GET /healthz',
      // Of the demonstration alone.
      'GET /outbox',
      'GET /readyz',
      'POST /billing/test/checkout',
      'POST /billing/test/portal',
    ])
  })

  it('of the administration is for admins alone', () => {
    const underAdmin = Object.values<Route>(routes).filter(({ path }) => path.startsWith('/api/admin/'))
    expect(underAdmin.filter(({ access }) => access !== 'admin')).toEqual([])
    expect(routes.debugDecision.access).toBe('admin')
  })
})

it('applies a change of role at once', async () => {
  const user = await test.addUser({ role: 'admin' })
  const cookie = await test.signIn(user)
  const status = async () => (await test.app.request('/api/admin/audit', { headers: { cookie } })).status
  expect(await status()).toBe(200)
  await test.database.db.update(users).set({ role: null }).where(eq(users.id, user.id))
  expect(await status()).toBe(403)
})
