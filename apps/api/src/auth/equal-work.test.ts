import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApp, post, type TestApp } from '../../tests/test-app.ts'

// Argon2id runs off the main thread as a resource without a name; nothing else here does.
let hashes = 0
const counter = createHook({ init: (_id, type) => void (hashes += Number(type === 'undefined')) })

interface Driver {
  query: (query: string | { text: string }, ...rest: unknown[]) => unknown
}

describe('whether an account exists shows in nothing that takes time:', () => {
  let test: TestApp
  let asked: string[] = []
  let answer: Promise<void> | undefined
  beforeAll(async () => {
    test = await openTestApp({ config: { signupConfirmation: true } })
    // The first comparison of a process makes what those without an account are compared with.
    await post(test.app, '/api/login', { email: 'first@example.com', password: 'not this one at all' })
  })
  beforeEach(() => {
    answer = undefined
    const driver: Driver = Reflect.get(test.database.db, '$client')
    const query = driver.query.bind(driver)
    vi.spyOn(driver, 'query').mockImplementation(async (given, ...rest) => {
      const text = typeof given === 'string' ? given : given.text
      asked.push(text)
      // Held back by a test, as a slow database would.
      if (text.includes('from "users"')) await answer
      return query(given, ...rest)
    })
  })
  afterAll(() => test.close())

  const workOf = async (path: string, body: object) => {
    asked = []
    hashes = 0
    counter.enable()
    const { status } = await post(test.app, path, body)
    counter.disable()
    return { status, asked: [...asked], hashes }
  }

  it('a sign-in asks the same of the database and of Argon2id', async () => {
    const { email } = await test.addUser()
    const password = 'not this one at all'
    const known = await workOf('/api/login', { email, password })
    const unknown = await workOf('/api/login', { email: 'nobody@example.com', password })
    expect(known.asked.length).toBeGreaterThan(3)
    expect(known.hashes).toBe(1)
    expect(unknown).toEqual(known)
  })

  it('a sign-up hashes once', async () => {
    const { email, password } = await test.addUser()
    const known = await workOf('/api/signup', { email, password })
    const unknown = await workOf('/api/signup', { email: 'new@example.com', password })
    expect(known.hashes).toBe(1)
    expect([unknown.status, unknown.hashes]).toEqual([known.status, 1])
  })

  it('a reset is answered before the account is looked up', async () => {
    const { email } = await test.addUser()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = promise
    for (const given of [email, 'nobody@example.com']) {
      expect((await workOf('/api/reset-password', { email: given })).status).toBe(200)
    }
    expect(asked.some((text) => text.includes('from "users"'))).toBe(true)
    resolve()
    expect((await test.mails()).filter(({ recipient }) => recipient === email)).toHaveLength(1)
  })
})
