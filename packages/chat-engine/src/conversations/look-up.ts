import type { OnDemandParts } from '../engine-parts.ts'
import type { ConversationSummary } from '../types.ts'

/** Loads a conversation that was selected and is in no page of the list. One that the server refuses is taken out. */
export async function lookUpConversation(
  parts: OnDemandParts,
  item: ConversationSummary,
  id: string,
): Promise<void> {
  try {
    const found = await parts.context.transport.getConversation(id)
    parts.conversations.patch(item.key, parts.conversations.toSummary(found))
  } catch (error) {
    const { status } = parts.context.warn('getConversation', error)
    if (status === null || status < 400 || status >= 500 || status === 429) return
    parts.discardConversations(parts, [item])
    parts.outbox.withdrawAll(item)
    parts.settleSelection(parts)
  }
}
