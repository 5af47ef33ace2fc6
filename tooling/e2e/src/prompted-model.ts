import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A language model (of the OpenAI-compatible kind) that searches once, quotes a passage, and obeys its prompt. */
export interface PromptedModel {
  /** Value for `OPENAI_COMPATIBLE_BASE_URL`. */
  url: string
  close: () => Promise<void>
}

/** An instruction that the model obeys: its answers have no numbers of sources. */
export const withoutNumbers = 'Never write the numbers of sources.'

/** Answer to a question that the passages do not answer. */
export const noContent = 'I have no content about this.'

interface ModelRequest {
  stream?: boolean
  messages: Message[]
  tools?: { function: { name: string } }[]
}

interface Message {
  role: string
  content: string | { type: string; text?: string }[] | null
}

/** Result of the search tool. */
interface FoundPassages {
  passages?: { text: string; citation: number }[]
  covered?: boolean
}

/** Starts a {@link PromptedModel} on a free port of 127.0.0.1. */
export async function startPromptedModel(): Promise<PromptedModel> {
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
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${reply(asked)}data: [DONE]\n\n`)
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

/** Chunks of an answer: a search first, then words. */
function reply({ messages, tools = [] }: ModelRequest): string {
  const last = messages.at(-1)
  const question = textOf(messages.findLast(({ role }) => role === 'user'))
  const search = tools[0]?.function.name
  if (last?.role === 'tool') return words(quote(textOf(last), question, textOf(messages[0])))
  if (search === undefined) return words(noContent)
  const query = JSON.stringify({ query: question })
  const call = { index: 0, id: 'search', type: 'function', function: { name: search, arguments: query } }
  return chunk({ role: 'assistant', tool_calls: [call] }) + chunk({}, 'tool_calls')
}

/** The sentence of the passages that shares most words with the question, with its number unless the prompt forbids it. */
function quote(found: string, question: string, prompt: string): string {
  const { passages = [], covered }: FoundPassages = JSON.parse(found)
  const asked = stemsOf(question)
  const sentences = passages.flatMap(({ text, citation }) =>
    text.split(/(?<=[.!?])\s/u).map((sentence) => ({
      text: prompt.includes(withoutNumbers) ? sentence : `${sentence} [${citation}]`,
      shared: [...stemsOf(sentence)].filter((stem) => asked.has(stem)).length,
    })),
  )
  const [best] = sentences.toSorted((one, other) => other.shared - one.shared)
  return best === undefined || covered === false ? noContent : best.text
}

/** The first four letters of each word, so that "keep" and "keeps" are equal. */
function stemsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, 4)))
}

function words(content: string): string {
  return chunk({ role: 'assistant', content }) + chunk({}, 'stop')
}

function textOf(message: Message | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

/** A request without streaming is for a conversation's title. */
const wholeAnswer = {
  id: 'prompted',
  object: 'chat.completion',
  created: 0,
  model: 'prompted',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Tea' }, finish_reason: 'stop' }],
}

function chunk(delta: object, finishReason: string | null = null): string {
  const event = {
    id: 'prompted',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'prompted',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  }
  return `data: ${JSON.stringify(event)}\n\n`
}
