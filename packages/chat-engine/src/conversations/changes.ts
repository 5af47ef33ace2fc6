import type { EngineParts } from '../engine-parts.ts'
import { discardConversations } from './removal.ts'
import { settleSelection } from './selection.ts'

/** Renames a conversation: at once here, then at the server. An empty title becomes 'Untitled'. */
export async function renameConversation(parts: EngineParts, key: string, title: string): Promise<void> {
  const item = parts.conversations.findAnywhere(key)
  if (item === undefined) return
  const shown = title.trim() === '' ? parts.context.labels.untitled : title
  parts.conversations.patch(key, { name: shown })
  parts.signals.changed.emit(key)
  // Its name goes to the server with its first question.
  if (item.id === null) parts.list.opened.add(key)
  await parts.conversations.inOrder(key, async () => {
    // It may have got its id meanwhile; what a search had found may be off the screen by now.
    const id = parts.conversations.find(key)?.id ?? item.id
    if (id === null) return
    await parts.context.attempt('renameConversation', () =>
      parts.context.transport.renameConversation(id, shown),
    )
  })
}

/** Removes a conversation: at once here, then at the server. */
export async function removeConversation(parts: EngineParts, key: string): Promise<void> {
  const item = parts.conversations.findAnywhere(key)
  if (item === undefined) return
  const stopped = parts.runs.stop(key)
  discardConversations(parts, [item])
  parts.outbox.withdrawAll(item)
  parts.guests.drop(key)
  settleSelection(parts)
  parts.signals.changed.emit(key)
  await stopped
  const { id } = item
  if (id === null) return
  await parts.conversations.inOrder(key, () =>
    parts.context.attempt('deleteConversation', () => parts.context.transport.deleteConversation(id)),
  )
}
