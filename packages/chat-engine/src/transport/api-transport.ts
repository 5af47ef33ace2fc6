import type { ChatCalls, ConversationCalls } from '@org/api-client'
import { readAnswerStream, readMessages } from './read-answers.ts'
import type { ChatInput, ChatTransport } from './transport.ts'

/** Options of {@link createApiTransport}. */
export interface ApiTransportOptions {
  /** The widget that is being chatted in. */
  embedId?: string | undefined
}

/**
 * The transport of this platform's API, by its calls: those of `createApiClient()`, or the two topics alone.
 *
 * @throws {TypeError} without calls
 */
export function createApiTransport(
  client: ChatCalls & ConversationCalls,
  { embedId }: ApiTransportOptions = {},
): ChatTransport {
  // A caller may have no types.
  const given: Partial<ChatCalls> = { ...client }
  if (given.chat === undefined) throw new TypeError('createApiTransport needs the calls of createApiClient()')
  return {
    listConversations: client.listConversations,
    createConversation: client.createConversation,
    getConversation: client.getConversation,
    renameConversation: client.renameConversation,
    markConversation: client.changeConversation,
    deleteConversation: client.deleteConversation,
    listMessages: async (id, call) => readMessages(await client.listMessages(id, call)),
    send: async (input, call) =>
      readAnswerStream(
        await client.chat({ ...toApiInput(input), ...(embedId === undefined ? {} : { embedId }) }, call),
      ),
    reconnect: async (streamId, call) => {
      const stream = await client.resumeStream(streamId, call)
      return stream === null ? null : readAnswerStream(stream)
    },
    stop: client.stopStream,
    anonStatus: (call) => client.anonStatus({ ...call, ...(embedId === undefined ? {} : { embedId }) }),
    sendFeedback: client.sendFeedback,
    importConversations: client.importConversations,
  }
}

/** The API takes texts alone, and neither keys nor metadata. */
function toApiInput(given: ChatInput): Parameters<ChatCalls['chat']>[0] {
  const { metadata: _, conversationKey: __, conversation, ...input } = given
  return {
    ...input,
    ...(conversation && { conversation: conversation.map(({ role, content }) => ({ role, content })) }),
  }
}
