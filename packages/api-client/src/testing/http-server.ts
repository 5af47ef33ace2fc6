import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that a server received. */
export interface ReceivedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A real server on loopback. */
export interface TestServer {
  baseUrl: string
  requests: ReceivedRequest[]
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** A server that answers each request with `answer`, until the test is over. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      requests.push(request)
      answer(response, request)
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
  if (!isInternetAddress(address)) throw new Error('The server has no port.')
  return { baseUrl: `http://127.0.0.1:${address.port}`, requests }
}

function isInternetAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** An answer that streams events: each text is one write. */
export function stream(
  writes: readonly (string | Uint8Array)[],
  headers: Record<string, string> = {},
): Answer {
  return (response) => {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Stream-Id': 'stream-1',
      ...headers,
    })
    for (const write of writes) response.write(write)
    response.end()
  }
}
