import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessage, type UIMessageChunk } from 'ai'
import { onTestFinished } from 'vitest'

/** Body of a request to a route of the AI SDK. */
export interface RouteCall {
  method: string
  path: string
  body: { id: string; messages: UIMessage[] } & Record<string, unknown>
  /** Destroys the connection in the middle of the response. */
  cut: () => void
  /** Resolves when the client has closed the connection, or has the whole response. */
  closed: Promise<unknown>
}

/** A route, as a framework with web standards calls it. */
export type Route = (call: RouteCall) => Response | Promise<Response>

/** A real server on loopback with the AI SDK's own responses. */
export async function startAiServer(route: Route) {
  const calls: RouteCall[] = []
  const server = createServer((request, response) => {
    const respond = async () => {
      const body = JSON.parse((await text(request)) || '{}')
      const cut = () => response.socket?.destroy()
      const closed = once(response, 'close')
      const call = { method: request.method ?? '', path: request.url ?? '', body, cut, closed }
      calls.push(call)
      await sendOn(await route(call), response)
    }
    void respond()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { api: `http://127.0.0.1:${address.port}/api/chat`, calls }
}

async function sendOn(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers))
  to.flushHeaders()
  const reader = from.body?.getReader()
  to.on('close', () => void reader?.cancel().catch(() => undefined))
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done) break
    to.write(value)
  }
  to.end()
}

/** The AI SDK's response with these chunks; it waits for promises among them. */
export function respondWith(...chunks: (UIMessageChunk | Promise<unknown>)[]): Response {
  const stream = createUIMessageStream({
    onError: (error) => (error instanceof Error ? error.message : 'unknown'),
    execute: async ({ writer }) => {
      for (const chunk of chunks) {
        if ('then' in chunk) await chunk
        else writer.write(chunk)
      }
    },
  })
  return createUIMessageStreamResponse({ stream })
}

/** A block of text. */
export function block(id: string, ...deltas: string[]): UIMessageChunk[] {
  return [
    { type: 'text-start', id },
    ...deltas.map((delta) => ({ type: 'text-delta' as const, id, delta })),
    { type: 'text-end', id },
  ]
}
