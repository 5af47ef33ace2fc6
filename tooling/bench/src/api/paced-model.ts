import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

/** A model of OpenAI's protocol in this process, which records when it emitted each word. */
export interface PacedModel {
  environment: Record<string, string>
  /** When a word was said, by `performance.now()`; every word of every answer is said once. */
  saidAt: Map<string, number>
  close: () => void
}

/** Emits `words` words, one every `paceMs`; a request without streaming gets a title. */
export async function startPacedModel(words: number, paceMs: number): Promise<PacedModel> {
  const saidAt = new Map<string, number>()
  let answers = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await json(request)
    if (!isStreamed(asked)) {
      const choice = { index: 0, message: { role: 'assistant', content: 'A title' }, finish_reason: 'stop' }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'paced', choices: [choice] }),
      )
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    answers += 1
    const number = answers
    let said = 0
    const timer = setInterval(() => {
      said += 1
      const last = said > words
      const word = `w${number}x${said}`
      const choice = last ? { delta: {}, finish_reason: 'stop' } : { delta: { content: `${word} ` } }
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced' }
      saidAt.set(word, performance.now())
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`)
      if (!last) return
      clearInterval(timer)
      response.end('data: [DONE]\n\n')
    }, paceMs)
    response.once('close', () => clearInterval(timer))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    environment: {
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_COMPATIBLE_API_KEY: 'none',
      MODEL_NAME: 'paced',
    },
    saidAt,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isStreamed(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'stream' in asked && asked.stream === true
}
