import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { ErrorBody } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { chooseLanguage, type Language, say } from '../../languages/say.ts'
import type { AppEnv } from '../http/app-env.ts'
import { newId } from '../process/ids.ts'
import { openFileLimit } from './open-files.ts'
import { withWrittenBodies } from './written-body.ts'

/** A listening server. */
export interface HttpServer {
  port: number
  /** Takes no more connections; resolves when the last answer is out, or when `graceMs` have passed. */
  drain: (graceMs: number) => Promise<void>
  /** Cuts whatever is still open. */
  close: () => void
}

/** Options of the HTTP server. Times in milliseconds. */
export interface HttpServerOptions {
  /** A connection on which nothing moves for this long is cut, though an answer be under way. @default 60_000 */
  stalledMs?: number
  /** A request whose headers take longer than this is cut. @default 15_000 */
  headersMs?: number
  /** One that takes longer than this with its body, too. @default 300_000, which a slow line needs for its images */
  requestMs?: number
  /**
   * Announced in `Keep-Alive`: clients close an idle connection before it.
   *
   * @default 65_000, longer than the minute for which balancers commonly keep one, so that they close it, not we
   */
  announcedIdleMs?: number
  /** Connections beyond it get 503 with `Retry-After`. @default what the system's limit of open files leaves */
  maxConnections?: number
}

// For the database, files, and those who are told to come again.
const otherFiles = 100
const toldConnections = 32
const freeEveryMs = 50

// A client that is busy closes an idle connection late. Without this margin its next question can meet a connection that
// we are closing, and fails with "other side closed" although it was never received.
const idleMarginMs = 30_000

/** @throws the system's error, such as `EADDRINUSE`, when it cannot listen */
export async function listen(
  app: Hono<AppEnv>,
  host: string,
  port: number,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const { stalledMs = 60_000, headersMs = 15_000, requestMs = 300_000, announcedIdleMs = 65_000 } = options
  // Each may ask for an answer, which opens a connection to the model.
  const { maxConnections = Math.max(16, Math.floor((openFileLimit() - otherFiles) / 2)) } = options
  // The listener answers its own failures; nothing is left to wait for.
  const listener = getRequestListener(withWrittenBodies(app), { errorHandler: refuseUnreadable })
  const timing = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, requestMs, 5000),
    // Most calls have no body: nothing is to be read to its end after them.
    optimizeEmptyRequests: true,
    // The listener refuses those in words.
    requireHostHeader: false,
  }
  const underWay = new WeakMap<Socket, Call>()
  const server = createServer(timing, (request, response) => {
    underWay.set(request.socket, { request, response })
    if (beyond.has(request.socket)) tellToComeAgain(response)
    else void listener(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket instanceof Socket) refuseBroken(error, socket, underWay.get(socket))
    else socket.destroy()
  })
  server.on('checkExpectation', (_request, response) => sendRefusal(response, 417, unreadable()))
  const beyond = new WeakSet<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    if (connections > maxConnections) beyond.add(socket)
    socket.once('close', () => (connections -= 1))
  })
  // Connections beyond `maxConnections` that send no request are dropped without a response, to keep file descriptors free.
  server.maxConnections = maxConnections + toldConnections
  server.keepAliveTimeout = announcedIdleMs
  server.keepAliveTimeoutBuffer = idleMarginMs
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

/** Last request of a connection. */
interface Call {
  request: IncomingMessage
  response: ServerResponse
}

// A request line or Host header that no URL can be made of never reaches the app.
function refuseUnreadable(error: unknown): Response {
  const isTheirs = error instanceof RequestError
  const body = isTheirs
    ? unreadable()
    : refusal('internal', 'Something went wrong on our side. Please try again.')
  return Response.json(body, { status: isTheirs ? 400 : 500, headers: headersOf(body) })
}

/** Answers what Node could not read, or waited for too long; Node's own answer would be an empty one. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket, call: Call | undefined): void {
  // In the middle of an answer, or before the one to an earlier request, it would be taken for a part of that.
  const isDue =
    call === undefined ||
    call.response.writableFinished ||
    !(call.response.headersSent || call.request.complete)
  if (!isDue || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  // Of a request that was never read it is not known which language its sender reads.
  const headers = call?.request.complete === false ? call.request.headers : undefined
  const { status, body } = brokenRequest(error.code, chooseLanguage(headers?.['accept-language']))
  const text = JSON.stringify(body)
  const head = Object.entries({
    ...headersOf(body),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = ['HTTP/1.1', status, STATUS_CODES[status]].join(' ')
  socket.end(`${start}\r\n${head.join('')}\r\n${text}`, () => socket.destroy())
}

function brokenRequest(code: string | undefined, language: Language): { status: number; body: ErrorBody } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT': {
      const sentence = say(language, 'The request took too long to arrive. Please try again.')
      return { status: 408, body: refusal('timeout', sentence) }
    }
    case 'HPE_HEADER_OVERFLOW': {
      const sentence = say(language, 'The headers of the request are too large.')
      return { status: 431, body: refusal('too_large', sentence) }
    }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, body: refusal('too_large', say(language, 'The request is too large.')) }
    default:
      return { status: 400, body: unreadable() }
  }
}

function tellToComeAgain(response: ServerResponse): void {
  const language = chooseLanguage(response.req.headers['accept-language'])
  const sentence = say(language, 'Too many people are here right now. Please try again shortly.')
  response.setHeader('Retry-After', '5')
  sendRefusal(response, 503, refusal('unavailable', sentence))
}

function sendRefusal(response: ServerResponse, status: number, body: ErrorBody): void {
  response.writeHead(status, { ...headersOf(body), 'Content-Type': 'application/json', Connection: 'close' })
  response.end(JSON.stringify(body))
}

function unreadable(): ErrorBody {
  return refusal('malformed', 'The request is malformed.')
}

function refusal(code: string, error: string): ErrorBody {
  return { error, code, request_id: newId() }
}

/** Of an answer that the app has no part in. */
function headersOf(body: ErrorBody) {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': body.request_id,
    'Cache-Control': 'no-store',
  }
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, graceMs)
  server.close(() => resolve())
  // A connection kept open for a next request would hold up a server that takes none.
  const freeing = setInterval(() => server.closeIdleConnections(), freeEveryMs)
  await promise
  clearTimeout(timer)
  clearInterval(freeing)
}

function boundPort(address: AddressInfo | string | null, asked: number): number {
  return typeof address === 'object' && address !== null ? address.port : asked
}
