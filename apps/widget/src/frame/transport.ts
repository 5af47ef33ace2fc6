import { createChatCalls, createConversationCalls, type Http } from '@org/api-client'
import { createApiTransport, type ChatTransport } from '@org/chat-engine'

/** Every call of the engine, for a widget. */
export function createTransport(http: Http, embedId: string | undefined): ChatTransport {
  return createApiTransport(
    { ...createChatCalls(http), ...createConversationCalls(http) },
    embedId === undefined ? {} : { embedId },
  )
}
