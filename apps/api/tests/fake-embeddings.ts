import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** A server that speaks the embedding calls of OpenAI (`/v1`) and Gemini (`/v1beta`). */
export interface FakeEmbeddings {
  url: string
  /** The requests with the texts that each was to embed. */
  requests: { path: string; headers: IncomingMessage['headers']; texts: string[]; body: unknown }[]
  /** `failing` answers 500, `hanging` never, `short` with one vector too few. */
  behave: (behaviour: 'ok' | 'failing' | 'hanging' | 'short') => void
  close: () => Promise<void>
}

// A dimension for each meaning: words of one line mean the same.
const meanings = [
  /sleep|slumber|nod off|dormir/iu,
  /zinc|metal/iu,
  /cold|sniffles/iu,
  /water|hydrat/iu,
  /iron|anaemia/iu,
]

/** The vector of a text, of the wanted length. */
export function fakeVector(text: string, dimensions = 8): number[] {
  return Array.from({ length: dimensions }, (_, index) => (meanings[index]?.test(text) === true ? 1 : 0.01))
}

const openAiSchema = z.object({ input: z.array(z.string()), dimensions: z.number().optional() })
const geminiText = z.object({
  content: z.object({ parts: z.tuple([z.object({ text: z.string() })]) }),
  outputDimensionality: z.number().optional(),
})
const geminiSchema = z.union([z.object({ requests: z.array(geminiText) }), geminiText])

/** Starts it on a free port of 127.0.0.1. */
export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  const requests: FakeEmbeddings['requests'] = []
  let behaviour: Parameters<FakeEmbeddings['behave']>[0] = 'ok'
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const body = await json(request)
    const { texts, dimensions } = path.startsWith('/v1/') ? readOpenAi(body) : readGemini(body)
    requests.push({ path, headers: request.headers, texts, body })
    if (behaviour === 'hanging') return
    const vectors = texts.map((text) => fakeVector(text, dimensions))
    if (behaviour === 'short') vectors.pop()
    response.writeHead(behaviour === 'failing' ? 500 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        behaviour === 'failing' ? { error: { message: 'The model is overloaded.' } } : written(path, vectors),
      ),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    requests,
    behave(next) {
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readOpenAi(body: unknown) {
  const { input, dimensions } = openAiSchema.parse(body)
  return { texts: input, dimensions }
}

function readGemini(body: unknown) {
  const parsed = geminiSchema.parse(body)
  const all = 'requests' in parsed ? parsed.requests : [parsed]
  return { texts: all.map(({ content }) => content.parts[0].text), dimensions: all[0]?.outputDimensionality }
}

function written(path: string, vectors: number[][]): object {
  if (path.endsWith(':embedContent')) return { embedding: { values: vectors[0] ?? [] } }
  if (path.endsWith(':batchEmbedContents')) return { embeddings: vectors.map((values) => ({ values })) }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data, model: 'fake', usage: { prompt_tokens: 1, total_tokens: 1 } }
}
