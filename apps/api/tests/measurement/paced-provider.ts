import { createServer } from 'node:http'

/** A model of OpenAI's protocol that speaks as slowly as a real one. */
export interface PacedProvider {
  /** The variables that make a server ask it. */
  environment: Record<string, string>
  /** Lets no answer go beyond so many words until `goOn()`: what a test does meanwhile may take its time. */
  holdAt: (words: number) => void
  goOn: () => void
  close: () => Promise<void>
}

/**
 * Answers every question with `word1 word2 …`.
 *
 * @param options.words how many @default 40
 * @param options.paceMs the time between two @default 50
 */
export async function startPacedProvider({ words = 40, paceMs = 50 } = {}): Promise<PacedProvider> {
  let allowed = Infinity
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let said = 0
    const timer = setInterval(() => {
      if (said >= allowed) return
      said += 1
      const last = said > words
      const choice = last ? { delta: {}, finish_reason: 'stop' } : { delta: { content: `word${said} ` } }
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced' }
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`)
      if (!last) return
      clearInterval(timer)
      response.end('data: [DONE]\n\n')
    }, paceMs)
    response.on('close', () => clearInterval(timer))
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
    holdAt(count) {
      allowed = count
    },
    goOn() {
      allowed = Infinity
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
