import type { ConversationSummary } from '@org/chat-engine'

/** The query parameter that names the conversation on screen. */
export const conversationParameter = 'c'

/** The address of a conversation, from the chat's own. */
export function conversationPath(conversation: Pick<ConversationSummary, 'id' | 'key'>): string {
  return `?${new URLSearchParams({ [conversationParameter]: conversation.id ?? conversation.key }).toString()}`
}
