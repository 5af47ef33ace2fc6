import type { ChatInput, ChatTransport, EarlierMessage } from '../transport/transport.ts'
import { createChatCompletionsReader } from './chat-completions.ts'
import { type HttpStreamOptions, openStream } from './http-stream.ts'
import { createResponsesReader } from './responses.ts'
import { createAnswersOnlyTransport } from './answers-only-transport.ts'

/** Options of {@link createOpenAiTransport}. */
export interface OpenAiTransportOptions extends HttpStreamOptions {
  /**
   * Base URL with the version: `/api/openai/v1` for a server of your own that adds the key. A page must never hold a
   * provider's key: everybody can read it there.
   */
  baseUrl: string
  model: string
  /** Protocol of the server. @default 'chat-completions' */
  protocol?: 'chat-completions' | 'responses' | undefined
  /** System message, or instructions of the responses protocol. @default none */
  instructions?: string | undefined
  /**
   * More fields of each request, such as `temperature` or `tools`; a field that is undefined removes one of ours.
   * @default none
   */
  body?:
    | Readonly<Record<string, unknown>>
    | ((input: ChatInput) => Readonly<Record<string, unknown>>)
    | undefined
}

/**
 * Creates a transport to a server that speaks OpenAI's protocol: chat completions or responses. Everybody is a visitor:
 * conversations are stored in this browser, and each question brings along what was said before it. A stop closes the
 * connection. An answer that breaks off cannot be resumed; it can be asked for again.
 *
 * @throws {TypeError} without a base URL or a model
 *
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createOpenAiTransport } from '@org/chat-engine/openai'
 *
 * const transport = createOpenAiTransport({ baseUrl: '/api/openai/v1', model: 'gpt-5' })
 * export const engine = createChatEngine({ transport })
 */
export function createOpenAiTransport(options: OpenAiTransportOptions): ChatTransport {
  const { baseUrl, model } = { ...options }
  if (typeof baseUrl !== 'string' || typeof model !== 'string')
    throw new TypeError('createOpenAiTransport needs a baseUrl and a model, both strings')
  const isResponses = options.protocol === 'responses'
  const url = `${baseUrl.replace(/(?<!\/)\/+$/u, '')}${isResponses ? '/responses' : '/chat/completions'}`

  return createAnswersOnlyTransport({
    send: async (input, { signal }) => {
      const { instructions, body: given = {} } = options
      const toMessages = isResponses ? toResponsesInput : toChatMessages
      const messages = [...(input.conversation ?? []).map(toEarlier), toMessages(input)]
      const own = isResponses
        ? { input: messages, instructions }
        : {
            messages: [
              ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
              ...messages,
            ],
            stream_options: { include_usage: true },
          }
      const more = typeof given === 'function' ? given(input) : given
      const body = { model, stream: true, ...own, ...more }
      const reader = isResponses ? createResponsesReader() : createChatCompletionsReader()
      const events = await openStream(url, options, { body, signal }, reader)
      if (events === null) throw Object.assign(new Error('There is no answer.'), { status: 204 })
      return { streamId: null, events }
    },
  })
}

/** Both protocols take a text as it is. */
function toEarlier({ role, content }: EarlierMessage) {
  return { role, content }
}

function toChatMessages({ text, images = [] }: ChatInput) {
  if (images.length === 0) return { role: 'user', content: text }
  const pictures = images.map((image) => ({ type: 'image_url', image_url: { url: toDataUrl(image) } }))
  return { role: 'user', content: [{ type: 'text', text }, ...pictures] }
}

function toResponsesInput({ text, images = [] }: ChatInput) {
  if (images.length === 0) return { role: 'user', content: text }
  const pictures = images.map((image) => ({ type: 'input_image', image_url: toDataUrl(image) }))
  return { role: 'user', content: [{ type: 'input_text', text }, ...pictures] }
}

function toDataUrl({ mimeType, data }: { mimeType: string; data: string }): string {
  return `data:${mimeType};base64,${data}`
}
