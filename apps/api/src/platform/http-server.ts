import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { ErrorBody } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { newId } from './ids.ts'
import { withWrittenBodies } from './written-body.ts'

/** A listening server. */
export interface HttpServer {
  port: number
  /** Takes no more connections; resolves when the last answer is out, or when `graceMs` have passed. */
  drain: (graceMs: number) => Promise<void>
  /** Cuts whatever is still open. */
  close: () => void
}

/** What a server may be told. Times in milliseconds. */
export interface HttpServerOptions {
  /** A connection on which nothing moves for this long is cut, though an answer be under way. @default 60_000 */
  stalledMs?: number
  /** A request whose headers take longer than this is cut. @default 15_000 */
  headersMs?: number
  /** One that takes longer than this with its body, too. @default 300_000, which a slow line needs for its images */
  requestMs?: number
}

/** @throws the system's error, such as `EADDRINUSE`, when it cannot listen */
export async function listen(
  app: Hono<AppEnv>,
  host: string,
  port: number,
  { stalledMs = 60_000, headersMs = 15_000, requestMs = 300_000 }: HttpServerOptions = {},
): Promise<HttpServer> {
  // The listener answers its own failures; nothing is left to wait for.
  const listener = getRequestListener(withWrittenBodies(app), { errorHandler: refuseUnreadable })
  const timing = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, requestMs, 5000),
  }
  const server = createServer(timing, (request, response) => {
    response.once('close', freeConnection)
    void listener(request, response)
  })
  // A connection kept open for a next request would hold up a server that takes none.
  function freeConnection(): void {
    if (!server.listening) setImmediate(() => server.closeIdleConnections())
  }
  // Longer than the minute for which balancers commonly keep a connection, so that they close it, not we.
  server.keepAliveTimeout = 65_000
  // Streams say something every 15 s: one that is silent for longer has a reader that takes nothing.
  server.timeout = stalledMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: boundPort(server.address(), port),
    drain: (graceMs) => drain(server, graceMs),
    close: () => server.closeAllConnections(),
  }
}

// A request line or Host header that no URL can be made of never reaches the app.
function refuseUnreadable(error: unknown): Response {
  const unreadable = error instanceof RequestError
  const body: ErrorBody = {
    error: unreadable ? 'The request is malformed.' : 'Something went wrong on our side. Please try again.',
    code: unreadable ? 'malformed' : 'internal',
    request_id: newId(),
  }
  return Response.json(body, {
    status: unreadable ? 400 : 500,
    headers: {
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': body.request_id,
      'Cache-Control': 'no-store',
    },
  })
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, graceMs)
  server.close(() => resolve())
  await promise
  clearTimeout(timer)
}

function boundPort(address: AddressInfo | string | null, asked: number): number {
  return typeof address === 'object' && address !== null ? address.port : asked
}
