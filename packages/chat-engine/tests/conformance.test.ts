// @vitest-environment node
import { createApiClient } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { type ChatInput, createApiTransport } from '../src/index.ts'
import { conformanceChecks, ConformanceError } from '../src/testing.ts'
import { startReferenceServer } from './reference-server.ts'
import type { Shortcomings } from './reference-server.ts'

const withSession: typeof globalThis.fetch = (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Cookie', 'session=1')
  return fetch(address, { ...init, headers })
}

async function checksOf(shortcomings?: Shortcomings) {
  const { baseUrl } = await startReferenceServer(shortcomings)
  return conformanceChecks({
    baseUrl,
    fetch: withSession,
    createVisitorTransport: () => createApiTransport(createApiClient({ baseUrl })),
  })
}

/** The names of the checks, for the runner; each test makes a server of its own. */
const names = conformanceChecks({
  baseUrl: '',
  createVisitorTransport: () => {
    throw new Error('Only the names are wanted.')
  },
}).map(({ name }) => name)

describe('a server over HTTP, through the API client', () => {
  it.each(names)('%s', async (name) => {
    const check = (await checksOf()).find((one) => one.name === name)
    await expect(check?.run()).resolves.toBeUndefined()
  })
})

describe('the conformance kit', () => {
  it('checks a server that knows visitors alone, and finds one whose transport ignores its signal', async () => {
    const { baseUrl } = await startReferenceServer()
    const transport = createApiTransport(createApiClient({ baseUrl }))
    const deaf = { ...transport, send: (input: ChatInput) => transport.send(input, {}) }
    const checks = conformanceChecks({ createVisitorTransport: () => deaf })
    const results = await Promise.allSettled(checks.map(({ run }) => run()))
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
      { reason: new ConformanceError('An answer that is aborted does not go on to its end.') },
    ])
  })

  it.each<[Shortcomings, string]>([
    [{ ignoresStop: true }, 'stops an answer, and keeps what was said'],
    [{ asksTwice: true }, 'answers a question that is sent again with the same answer'],
    [{ replaysAll: true }, 'goes on without a reader, and can be taken up after any event'],
    [{ beginsNone: true }, 'begins a conversation with a question that names none'],
  ])('finds a server that falls short: %o', async (shortcomings, wanted) => {
    const checks = await checksOf(shortcomings)
    const results = await Promise.allSettled(checks.map(({ run }) => run()))
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons.every((reason) => reason instanceof ConformanceError)).toBe(true)
    const failed = checks.filter((_, index) => results[index]?.status === 'rejected').map(({ name }) => name)
    expect(failed).toContain(wanted)
  })
})
