import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, findNginx, startBalancer } from './nginx.ts'

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((incoming, response) => {
    incoming.resume()
    if (incoming.url === '/refused') response.statusCode = 503
    if (incoming.url === '/long-policy') {
      const sites = Array.from({ length: 200 }, (_, index) => `https://site-number-${index}.brand.example`)
      response.setHeader('content-security-policy', `frame-ancestors ${sites.join(' ')}`)
    }
    incoming.on('end', () => response.end(JSON.stringify(incoming.headers)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** Headers that reach an instance when a client at `from`, a loopback address, sends `headers`. */
async function forwarded(
  { url }: Balancer,
  headers: Record<string, string>,
  from = '127.0.0.1',
): Promise<IncomingHttpHeaders> {
  const text = await new Promise<string>((resolve, reject) => {
    const call = request(url, { headers, localAddress: from, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve(body))
    })
    call.on('error', reject).end()
  })
  return JSON.parse(text)
}

/** The entry that an instance with `TRUSTED_PROXY_HOPS=1` counts. */
const visitor = (headers: IncomingHttpHeaders) => String(headers['x-forwarded-for']).split(', ').at(-1)

describe.skipIf(findNginx() === null)('deploy/nginx/balancer.conf', () => {
  const start = async (trustedProxies: readonly string[]) => {
    // Two instances, so that nginx tries the next one.
    const started = await startBalancer([port, port], { trustedProxies })
    if ('unavailable' in started) throw new Error(started.unavailable)
    return started
  }

  it('keeps visitors behind a declared TLS proxy apart, and appends to what came', async () => {
    const balancer = await start(['127.0.0.1/32'])
    try {
      const tls = { 'x-forwarded-proto': 'https' }
      const one = await forwarded(balancer, { ...tls, 'x-forwarded-for': '203.0.113.7' })
      const two = await forwarded(balancer, { ...tls, 'x-forwarded-for': '6.6.6.6, 203.0.113.8' })
      expect([visitor(one), visitor(two)]).toEqual(['203.0.113.7', '203.0.113.8'])
      expect(two['x-forwarded-for']).toMatch(/^6\.6\.6\.6, 203\.0\.113\.8, /u)
      expect([one['x-forwarded-proto'], two['x-forwarded-proto']]).toEqual(['https', 'https'])
    } finally {
      await balancer.stop()
    }
  })

  it('takes neither address nor scheme from a client that is no declared proxy', async () => {
    const balancer = await start(['127.0.0.1/32'])
    try {
      const claims = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
      const headers = await forwarded(balancer, claims, '127.0.0.2')
      expect([visitor(headers), headers['x-forwarded-proto']]).toEqual(['127.0.0.2', 'http'])
    } finally {
      await balancer.stop()
    }
  })

  it('trusts nobody when no proxy is declared', async () => {
    const balancer = await start([])
    try {
      const claims = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
      const headers = await forwarded(balancer, claims)
      expect([visitor(headers), headers['x-forwarded-proto']]).toEqual(['127.0.0.1', 'http'])
    } finally {
      await balancer.stop()
    }
  })

  it('passes the largest body of each call, and no larger one', async () => {
    const balancer = await start([])
    const mb = 1024 * 1024
    const send = async (path: string, bytes: number) => {
      const response = await fetch(`${balancer.url}${path}`, { method: 'POST', body: new Uint8Array(bytes) })
      await response.arrayBuffer()
      return response.status
    }
    try {
      expect(await send('/api/admin/knowledge/uploads', 100 * mb)).toBe(200)
      expect(await send('/api/chat', 64 * mb)).toBe(200)
      expect(await send('/api/conversations/import', 16 * mb)).toBe(200)
      expect(await send('/api/contact', 17 * mb)).toBe(413)
    } finally {
      await balancer.stop()
    }
  })

  it('leaves every instance to others when calls of one person are refused with 503', async () => {
    const balancer = await start([])
    const status = async (path: string) => {
      const response = await fetch(`${balancer.url}${path}`)
      await response.arrayBuffer()
      return response.status
    }
    try {
      const refused = await Promise.all(Array.from({ length: 20 }, () => status('/refused')))
      expect(new Set(refused)).toEqual(new Set([503]))
      expect(await status('/')).toBe(200)
    } finally {
      await balancer.stop()
    }
  })

  it('passes a policy header that names 200 sites', async () => {
    const balancer = await start([])
    try {
      expect((await fetch(`${balancer.url}/long-policy`)).status).toBe(200)
    } finally {
      await balancer.stop()
    }
  })
})
