import { routes } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { users } from '../db/schema/auth.ts'

let test: TestApp
const cookies: Record<string, string | undefined> = {}
beforeAll(async () => {
  test = await openTestApp()
  for (const role of [null, 'client', 'admin'] as const) {
    cookies[role ?? 'user'] = await test.signIn(await test.addUser({ role }))
  }
})
afterAll(() => test.close())

const adminRoutes = Object.values(routes).filter(({ access }) => access === 'admin')

const call = (method: string, path: string, who: string) => {
  const cookie = cookies[who]
  return test.app.request(path.replaceAll(/\{\w+\}/gu, 'unknown'), {
    method,
    ...(method === 'POST' ? { body: '{"not":"read"' } : {}),
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
}

describe.each(adminRoutes)('$method $path', ({ method, path }) => {
  it.each([
    ['visitor', 401, 'login_required'],
    ['user', 403, 'forbidden'],
    ['client', 403, 'forbidden'],
  ])('is closed to a %s (%i), before its body is read', async (who, status, code) => {
    const response = await call(method, path, who)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })

  it('is open to an admin', async () => {
    const response = await call(method, path, 'admin')
    // A broken body, a missing query, an unknown id: the call itself was let through.
    expect([200, 400, 404, 422]).toContain(response.status)
    expect(response.headers.get('cache-control')).toContain('no-store')
  })
})

it('walks every call of the administration', () => {
  expect(adminRoutes.length).toBeGreaterThanOrEqual(12)
  expect(
    adminRoutes.every(({ path }) => path.startsWith('/api/admin/') || path === '/api/tools/debug-decision'),
  ).toBe(true)
  const underAdmin = Object.values(routes).filter(({ path }) => path.startsWith('/api/admin/'))
  expect(underAdmin.filter(({ access }) => access !== 'admin')).toEqual([])
})

it('applies a change of role at once', async () => {
  const user = await test.addUser({ role: 'admin' })
  const cookie = await test.signIn(user)
  const status = async () => (await test.app.request('/api/admin/audit', { headers: { cookie } })).status
  expect(await status()).toBe(200)
  await test.database.db.update(users).set({ role: null }).where(eq(users.id, user.id))
  expect(await status()).toBe(403)
})
