import type { ChatInput, ChatTransport, EarlierMessage } from '../transport/transport.ts'
import { type HttpStreamOptions, openStream } from './http-stream.ts'
import { createUiMessageReader } from './ui-message-stream.ts'
import { toUiMessages } from './ui-messages.ts'
import { createAnswersOnlyTransport } from './answers-only-transport.ts'

/** Options of {@link createAiSdkTransport}. */
export interface AiSdkTransportOptions extends HttpStreamOptions {
  /** Address of the route that answers. @default '/api/chat' */
  api?: string | undefined
  /** More fields of each request. @default none */
  body?:
    | Readonly<Record<string, unknown>>
    | ((input: ChatInput) => Readonly<Record<string, unknown>>)
    | undefined
  /**
   * True when `GET {api}/{id}/stream` replays the running answer of a conversation from its beginning, or gives 204
   * when there is none. Without it, an answer that breaks off can only be asked for again.
   * @default false
   */
  resume?: boolean | undefined
  /** Stops the running answer of a conversation at the server; used with `resume`. @default none: a stop closes the connection */
  stop?: ((id: string) => Promise<void>) | undefined
}

/**
 * Creates a transport to a server of the AI SDK: a route that takes UI messages and gives their stream. Everybody is a
 * visitor: conversations are stored in this browser, and each question brings along what was said before it, with tool
 * calls that have ended, sources, files and data, but without reasoning.
 *
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
 *
 * export const engine = createChatEngine({ transport: createAiSdkTransport({ api: '/api/chat' }) })
 */
export function createAiSdkTransport(options: AiSdkTransportOptions = {}): ChatTransport {
  const { api = '/api/chat', resume = false, stop } = options
  /** The answers that running streams continue, by conversation. */
  const begun = new Map<string, EarlierMessage>()
  const createReader = (id: string) => {
    const answer = begun.get(id)
    return createUiMessageReader(answer && { text: answer.content, parts: answer.parts ?? [] })
  }

  return createAnswersOnlyTransport({
    send: async (input, { signal }) => {
      const { body: given = {} } = options
      const id = input.conversationKey ?? input.clientMessageId ?? ''
      const more = typeof given === 'function' ? given(input) : given
      const messages = toUiMessages(input)
      const continued = input.continues && input.conversation?.at(-1)
      if (continued === undefined) begun.delete(id)
      else begun.set(id, continued)
      const messageId = continued && { messageId: messages.at(-1)?.id }
      const body = { ...more, id, messages, trigger: 'submit-message', ...messageId }
      const events = await openStream(api, options, { body, signal }, createReader(id))
      if (events === null) throw Object.assign(new Error('There is no answer.'), { status: 204 })
      return { streamId: resume ? id : null, events }
    },
    ...(resume && {
      // The replay has the same events under the same numbers: the engine takes those that it does not have yet.
      reconnect: async (id, { afterSeq, signal }) => {
        const url = `${api.replace(/(?<!\/)\/+$/u, '')}/${encodeURIComponent(id)}/stream`
        const events = await openStream(url, options, { signal }, createReader(id))
        // The missing part is unknown: the answer must not look whole.
        if (events === null && afterSeq > 0)
          throw Object.assign(new Error('The answer is gone.'), { status: 404 })
        return events === null ? null : { streamId: id, events }
      },
    }),
    ...(stop && { stop }),
  })
}
