import type { ChatTransport } from '../transport/transport.ts'

/**
 * Creates the transport of a server that only answers: everybody is a visitor, whose conversations are this browser's.
 * The methods of stored conversations are never called for a visitor; they reject.
 */
export function createVisitorTransport({
  send,
  reconnect = () => Promise.resolve(null),
  stop = () => Promise.resolve(),
}: Pick<ChatTransport, 'send'> & Partial<Pick<ChatTransport, 'reconnect' | 'stop'>>): ChatTransport {
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
