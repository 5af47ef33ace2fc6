import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import type { Metrics } from './metrics.ts'

/** Serves `GET /metrics` on the public port to whoever brings the token. Without a token it is not served at all. */
export function mountMetrics(app: Hono<AppEnv>, metrics: Metrics, token: string | null): void {
  if (token === null) return
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) return c.notFound()
    const { contentType, text } = await metrics.read()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
}

/**
 * Serves `GET /metrics` on a port of its own, which is not to be reachable from outside.
 *
 * @throws the system's error, such as `EADDRINUSE`, when it cannot listen
 */
export async function listenForMetrics(
  metrics: Metrics,
  host: string,
  port: number,
): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ contentType, text }) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
