import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { clientAddress } from './client-address.ts'
import { syncMiddleware } from '../http/sync-middleware.ts'

async function seen(hops: number, headers: Record<string, string>, publicUrl: URL | null = null) {
  const app = new Hono<AppEnv>()
    .use(syncMiddleware(clientAddress({ trustedProxyHops: hops, publicUrl })))
    .get('/', (c) => c.json([c.get('clientAddress'), c.get('secure')]))
  return (await app.request('/', { headers })).json()
}

describe('clientAddress', () => {
  it('believes no header when no proxy of ours stands in front', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    expect(await seen(0, headers)).toEqual(['unknown', false])
  })

  it('takes what the last trusted proxy saw, and nothing that the visitor wrote before it', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9, 203.0.113.7, 192.0.2.1', 'x-forwarded-proto': 'https' }
    expect(await seen(1, headers)).toEqual(['192.0.2.1', true])
    expect(await seen(2, headers)).toEqual(['203.0.113.7', true])
  })

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('counts no port as a part of it: %s', async (forwarded, address) => {
    expect(await seen(1, { 'x-forwarded-for': forwarded })).toEqual([address, false])
  })

  it('is not told that the connection is safe by a visitor', async () => {
    expect(await seen(1, { 'x-forwarded-proto': 'https, http' })).toEqual(['unknown', false])
  })

  it('goes by the public address', async () => {
    expect(await seen(0, {}, new URL('https://assistant.example'))).toEqual(['unknown', true])
  })
})
