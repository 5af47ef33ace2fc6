import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A language model (of the OpenAI-compatible kind) whose output and timing a test controls. */
export interface HeldModel {
  /** Value for `OPENAI_COMPATIBLE_BASE_URL`. */
  url: string
  /** Says something in answer to a question; waits until the question has been asked. */
  say: (question: string, text: string) => Promise<void>
  /** Ends the answer to a question. */
  finish: (question: string) => Promise<void>
  /** Number of requests with a question so far. */
  timesAsked: (question: string) => number
  close: () => Promise<void>
}

interface ModelRequest {
  stream?: boolean
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
}

/** Starts a {@link HeldModel} on a free port of 127.0.0.1. */
export async function startHeldModel(): Promise<HeldModel> {
  const answers = new Map<string, { response: ServerResponse; times: number }>()
  const waiting = new Map<string, (() => void)[]>()

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked: ModelRequest = JSON.parse(Buffer.concat(parts).toString('utf8'))
      if (asked.stream !== true) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(wholeAnswer))
        return
      }
      const question = questionOf(asked)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ role: 'assistant', content: '' }))
      answers.set(question, { response, times: (answers.get(question)?.times ?? 0) + 1 })
      for (const resolve of waiting.get(question) ?? []) resolve()
      waiting.delete(question)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answerTo(question: string): Promise<ServerResponse> {
    const known = answers.get(question)
    if (known !== undefined) return known.response
    await new Promise<void>((resolve) => {
      waiting.set(question, [...(waiting.get(question) ?? []), resolve])
    })
    return answerTo(question)
  }

  return {
    url: `http://127.0.0.1:${port}/v1`,
    say: async (question, text) => {
      const response = await answerTo(question)
      response.write(chunk({ content: text }))
    },
    finish: async (question) => {
      const response = await answerTo(question)
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
    },
    timesAsked: (question) => answers.get(question)?.times ?? 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A request without streaming is for a conversation's title, and is answered at once. */
const wholeAnswer = {
  id: 'held',
  object: 'chat.completion',
  created: 0,
  model: 'held',
  choices: [{ index: 0, message: { role: 'assistant', content: 'A held talk' }, finish_reason: 'stop' }],
}

function questionOf({ messages }: ModelRequest): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

function chunk(delta: object, finishReason: string | null = null): string {
  const event = {
    id: 'held',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'held',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  }
  return `data: ${JSON.stringify(event)}\n\n`
}
