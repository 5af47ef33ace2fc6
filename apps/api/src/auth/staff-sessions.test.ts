import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, openTestApp, type TestApp } from '../../tests/test-app.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** A browser that keeps the cookie that it is given last. */
async function signedIn(user: Parameters<TestApp['addUser']>[0]) {
  let cookie = await test.signIn(await test.addUser(user))
  return async () => {
    const response = await test.app.request('/api/me', { headers: { cookie } })
    cookie = cookieOf(response) || cookie
    return Object(await response.json()).authenticated
  }
}

describe('the session of an administrator', () => {
  it('ends after an hour without use', async () => {
    const me = await signedIn({ role: 'admin' })
    test.advance(59 * minuteMs)
    expect(await me()).toBe(true)
    test.advance(61 * minuteMs)
    expect(await me()).toBe(false)
  })

  it('goes on while it is used, and ends after twelve hours', async () => {
    const me = await signedIn({ role: 'admin' })
    for (let count = 0; count < 23; count += 1) {
      test.advance(30 * minuteMs)
      expect(await me()).toBe(true)
    }
    test.advance(31 * minuteMs)
    expect(await me()).toBe(false)
  })

  it('of a demonstration lasts as long as any other, because its password is public', async () => {
    const me = await signedIn({ role: 'admin', isDemonstration: true })
    test.advance(24 * hourMs)
    expect(await me()).toBe(true)
  })

  it('in the frame of a widget, which renews none, ends after twelve hours', async () => {
    const { email, password } = await test.addUser({ role: 'admin' })
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const body = new URLSearchParams({ email, password })
    const cookie = cookieOf(await test.app.request('/embed/login', { method: 'POST', body, headers }))
    const me = async () =>
      Object(await (await test.app.request('/api/me', { headers: { cookie } })).json()).authenticated
    test.advance(11 * hourMs)
    expect(await me()).toBe(true)
    test.advance(61 * minuteMs)
    expect(await me()).toBe(false)
  })
})

it('keeps clients and other people signed in for two weeks without use', async () => {
  for (const role of ['client', null] as const) {
    const me = await signedIn({ role })
    test.advance(13 * 24 * hourMs)
    expect(await me()).toBe(true)
  }
})
