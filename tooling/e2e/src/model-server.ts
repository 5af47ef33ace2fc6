import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a language model of the OpenAI-compatible kind. */
export interface ModelRequest {
  stream?: boolean
  messages: ModelMessage[]
  tools?: { function: { name: string } }[]
}

/** One message of a {@link ModelRequest}. */
export interface ModelMessage {
  role: string
  content: string | { type: string; text?: string }[] | null
}

/** A language model that runs in the test's process. */
export interface ModelServer {
  /** Value for `OPENAI_COMPATIBLE_BASE_URL`. */
  url: string
  close: () => Promise<void>
}

/**
 * Starts a language model on a free port of 127.0.0.1.
 *
 * @param title answer to a request without streaming, which is for the title of a conversation
 * @param answer writes the stream of events that answers a question
 */
export async function startModelServer(
  title: string,
  answer: (asked: ModelRequest, response: ServerResponse) => void,
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked: ModelRequest = JSON.parse(Buffer.concat(parts).toString('utf8'))
      if (asked.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        answer(asked, response)
        return
      }
      const choice = { index: 0, message: { role: 'assistant', content: title }, finish_reason: 'stop' }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...completion, object: 'chat.completion', choices: [choice] }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const completion = { id: 'test', created: 0, model: 'test' }

/** One event of an answer's stream. */
export function chunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  return `data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', choices })}\n\n`
}

/** Last event of a stream. */
export const streamEnd = 'data: [DONE]\n\n'

/** Text of a message; empty when there is none. */
export function textOf(message: ModelMessage | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

/** Text of the last question of a request. */
export function questionOf({ messages }: ModelRequest): string {
  return textOf(messages.findLast(({ role }) => role === 'user'))
}
