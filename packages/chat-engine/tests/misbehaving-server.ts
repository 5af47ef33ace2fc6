import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A request that the server received. */
export interface ReceivedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  /** Its JSON. */
  body: Record<string, unknown>
}

/** One answer, in the hands of a test. */
export interface Connection {
  request: ReceivedRequest
  /** Sends the head; by default that of an event stream. */
  head: (status?: number, headers?: Record<string, string>) => void
  /** Sends bytes, and waits until they are on their way. */
  write: (bytes: string | Uint8Array) => Promise<void>
  /** Ends the answer as it should end. */
  end: (text?: string) => void
  /** Closes the connection in the middle of whatever it is. */
  cut: () => void
  whenClosed: (listener: () => void) => void
}

/** Handler of a request. */
export type Behaviour = (connection: Connection) => unknown

export interface MisbehavingServer {
  baseUrl: string
  requests: ReceivedRequest[]
  /** Received requests of a path, without the query. */
  requestsOf: (method: string, path: string) => ReceivedRequest[]
}

/** A real server on loopback that answers by `behave`, until the test is over. */
export async function startServer(behave: Behaviour): Promise<MisbehavingServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(text || '{}'),
      }
      requests.push(request)
      void behave(connectionOf(request, response))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests,
    requestsOf: (method, path) =>
      requests.filter((request) => request.method === method && request.url.split('?')[0] === path),
  }
}

const eventStream = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Stream-Id': 'stream-1' }

function connectionOf(request: ReceivedRequest, response: ServerResponse): Connection {
  return {
    request,
    head: (status = 200, headers = eventStream) => {
      response.writeHead(status, headers)
      response.flushHeaders()
    },
    write: (bytes) =>
      new Promise((resolve) => {
        // A connection that the client has closed takes nothing more.
        response.write(bytes, () => resolve())
      }),
    end: (text = '') => response.end(text),
    cut: () => response.socket?.destroy(),
    whenClosed: (listener) => response.on('close', listener),
  }
}

/** Answers with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return ({ head, end }) => {
    head(status, { 'Content-Type': 'application/json', ...headers })
    end(JSON.stringify(body))
  }
}

/** Answers with an HTML page, as a proxy does. */
export function html(status = 200, headers: Record<string, string> = {}): Behaviour {
  return ({ head, end }) => {
    head(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
    end('<!doctype html><title>Error</title><h1>Something is wrong</h1>')
  }
}

/** Answers with a stream that ends where `texts` end. */
export function stream(...texts: (string | Uint8Array)[]): Behaviour {
  return async ({ head, write, end }) => {
    head()
    for (const text of texts) await write(text)
    end()
  }
}

/** The last event of a stream. */
export const DONE = 'data: [DONE]\n\n'

/** An event as the server writes it. */
export function eventText(event: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** A piece of the answer. */
export function token(content: string, id?: number): string {
  return eventText({ type: 'LLM_Response', content }, id)
}

/** The first event of a stream. */
export function started(id?: number): string {
  const content = { user_id: 'u1', assistant_id: 'a1', conversation_id: 'c1' }
  return eventText({ type: 'message', content }, id)
}
