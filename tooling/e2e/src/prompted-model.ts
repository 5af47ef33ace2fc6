import {
  chunk,
  type ModelRequest,
  type ModelServer,
  questionOf,
  startModelServer,
  streamEnd,
  textOf,
} from './model-server.ts'

/** An instruction that the model obeys: its answers have no numbers of sources. */
export const withoutNumbers = 'Never write the numbers of sources.'

/** Answer to a question that the passages do not answer. */
export const noContent = 'I have no content about this.'

/** Result of the search tool. */
interface FoundPassages {
  passages?: { text: string; citation: number }[]
  covered?: boolean
}

/** Starts a language model that searches once, quotes a passage, and obeys its prompt. */
export function startPromptedModel(): Promise<ModelServer> {
  return startModelServer('Tea', (asked, response) => {
    response.end(reply(asked) + streamEnd)
  })
}

/** Chunks of an answer: a search first, then words. */
function reply(request: ModelRequest): string {
  const { messages, tools = [] } = request
  const last = messages.at(-1)
  const question = questionOf(request)
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
