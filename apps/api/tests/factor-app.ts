import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { cookieOf, openTestApp, post, type TestApp, type TestUser } from './test-app.ts'

/** An app in which administrators must have a second factor, with the steps that tests take. */
export interface FactorApp extends TestApp {
  /** Posts as a browser with a session cookie. */
  send: (path: string, body: unknown, cookie?: string) => Promise<Response>
  get: (path: string, cookie: string) => Promise<Response>
  remove: (path: string, cookie: string) => Promise<Response>
  login: (user: TestUser) => Promise<Response>
  /** Proves the identity of a session. Returns the cookie with its new token. */
  prove: (proof: { password: string } | { code: string }, cookie: string) => Promise<string>
  /** Returns the code of a secret now, after a step of the clock: each call has a new code. */
  nextCode: (secret: string) => string
  /** Sets an authenticator app up. */
  setUp: (user: TestUser) => Promise<{ secret: string; codes: string[]; cookie: string }>
}

export const setupSchema = z.object({ secret: z.string(), uri: z.string() })
export const codesSchema = z.object({ recovery_codes: z.array(z.string()) })

export async function openFactorApp(options: Parameters<typeof openTestApp>[0] = {}): Promise<FactorApp> {
  const test = await openTestApp({ ...options, config: { staffFactor: 'required', ...options.config } })
  const send: FactorApp['send'] = (path, body, cookie) =>
    post(test.app, path, body, cookie === undefined ? {} : { cookie })
  const request = (method: string) => (path: string, cookie: string) =>
    Promise.resolve(test.app.request(path, { method, headers: { cookie, 'sec-fetch-site': 'same-origin' } }))
  const login: FactorApp['login'] = ({ email, password }) => send('/api/login', { email, password })
  const nextCode = (secret: string): string => {
    test.advance(30_000)
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: test.now().getTime() })
  }
  return {
    ...test,
    send,
    get: request('GET'),
    remove: request('DELETE'),
    login,
    async prove(proof, cookie) {
      const response = await send('/api/account/proof', proof, cookie)
      if (response.status !== 200) throw new Error(`The proof was answered with ${response.status}.`)
      return cookieOf(response)
    },
    nextCode,
    async setUp(user) {
      const first = cookieOf(await login(user))
      const started = await send('/api/account/second-factor/totp', {}, first)
      const { secret } = setupSchema.parse(await started.json())
      const confirmed = await send(
        '/api/account/second-factor/totp/confirm',
        { code: nextCode(secret) },
        first,
      )
      const { recovery_codes: codes } = codesSchema.parse(await confirmed.json())
      return { secret, codes, cookie: cookieOf(confirmed) }
    },
  }
}
