import type { Http } from '@org/api-client'
import { createConversationCalls } from '@org/api-client'
import type { ChatTransport } from '@org/chat-engine'

/**
 * The engine's way to the server. What reads answers is a third of it and comes after the box to write in: only the
 * list of conversations is asked for before.
 */
export function createLazyTransport(http: Http, embedId: string | undefined): ChatTransport {
  let loading: Promise<ChatTransport> | undefined
  const whole = (): Promise<ChatTransport> => {
    loading ??= import('./transport.ts').then(
      ({ createTransport }) => createTransport(http, embedId),
      (error: unknown) => {
        // The network may be back at the next call.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    listConversations: createConversationCalls(http).listConversations,
    createConversation: async (...call) => (await whole()).createConversation(...call),
    getConversation: async (...call) => (await whole()).getConversation(...call),
    renameConversation: async (...call) => (await whole()).renameConversation(...call),
    deleteConversation: async (...call) => (await whole()).deleteConversation(...call),
    listMessages: async (...call) => (await whole()).listMessages(...call),
    send: async (...call) => (await whole()).send(...call),
    reconnect: async (...call) => (await whole()).reconnect(...call),
    stop: async (...call) => (await whole()).stop(...call),
    anonStatus: async (...call) => (await whole()).anonStatus(...call),
    sendFeedback: async (...call) => (await whole()).sendFeedback(...call),
  }
}
