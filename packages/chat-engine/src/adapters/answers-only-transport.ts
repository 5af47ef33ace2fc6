import type { ChatTransport } from '../transport/transport.ts'

/**
 * Creates the transport of a server that only answers: everybody is a visitor, whose conversations are this browser's.
 *
 * @param methods `send`, and `reconnect` and `stop` where the server has streams that outlive a connection
 * @example
 * import { createAnswersOnlyTransport, createChatEngine } from '@org/chat-engine'
 *
 * const transport = createAnswersOnlyTransport({
 *   send: async ({ text }) => ({
 *     streamId: null,
 *     events: (async function* () {
 *       yield { type: 'text-delta', text: `You said: ${text}`, seq: 1 } as const
 *       yield { type: 'stream-end', seq: 2 } as const
 *     })(),
 *   }),
 * })
 * export const engine = createChatEngine({ transport })
 */
export function createAnswersOnlyTransport({
  send,
  reconnect = () => Promise.resolve(null),
  stop = () => Promise.resolve(),
}: AnswersOnlyMethods): ChatTransport {
  // Never called for a visitor.
  const storesNothing = () => Promise.reject(new Error('This server stores no conversations.'))
  return {
    send,
    reconnect,
    stop,
    anonStatus: () => Promise.resolve({ blocked: false }),
    listConversations: () =>
      Promise.reject(Object.assign(new Error('Everybody is a visitor.'), { status: 401 })),
    createConversation: storesNothing,
    getConversation: storesNothing,
    renameConversation: storesNothing,
    deleteConversation: storesNothing,
    listMessages: storesNothing,
    sendFeedback: storesNothing,
  }
}

/** The methods of a server that only answers. */
export interface AnswersOnlyMethods extends Pick<ChatTransport, 'send'> {
  /** @default nothing can be resumed */
  reconnect?: ChatTransport['reconnect'] | undefined
  /** @default a stop closes the connection */
  stop?: ChatTransport['stop'] | undefined
}
