import { type Conversation, type Message, toolContextSchema } from '@org/api-client/contract'
import type { ImageRow } from './message-images.store.ts'
import type { ConversationRow } from './conversations.store.ts'
import type { MessageRow } from './message-parts.store.ts'
import { toWireTitle } from './wire-title.ts'

/** A conversation as it goes over the wire. */
export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: toWireTitle(row.title),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    pinned: row.isPinned,
    archived: row.isArchived,
  }
}

/** A message as it goes over the wire. */
export function toMessage(row: MessageRow, images: readonly ImageRow[] = []): Message {
  const context = toolContextSchema.safeParse(row.toolContext)
  return {
    id: row.id,
    parent_id: row.parentId,
    role: row.role,
    content: row.content,
    tool_context: context.success ? context.data : null,
    images: images.map(({ id, mimeType, name }) => ({ mime_type: mimeType, name, url: `/api/images/${id}` })),
    created_at: row.createdAt.toISOString(),
    status: row.status,
    feedback: row.feedback,
    client_message_id: row.clientMessageId,
  }
}
