import type { EngineParts } from '../engine-parts.ts'
import { isRunActive } from '../runs/run-state.ts'
import { selectConversation, showConversation } from './selection.ts'

/** Opens a blank conversation, or the existing blank one; returns its key. */
export function createConversation(parts: EngineParts): string {
  const blank = parts.conversations.state.get().items.find(({ key }) => isBlank(parts, key))
  const { key } = blank ?? parts.conversations.addLocal()
  showConversation(parts, key)
  parts.list.opened.add(key)
  return key
}

/** Returns whether a conversation has no messages, stored or under way. */
export function isBlank(parts: EngineParts, key: string): boolean {
  const { messageKeys, history, run } = parts.threads.get(key)
  return messageKeys.length === 0 && history === 'ready' && !isRunActive(run)
}

/**
 * Shows a conversation in place of a blank one: a question that waits in it, or what was imported, would be out of sight.
 * A blank one in which something is being written stays.
 *
 * @param keyOrId of the conversation to show
 */
export function leaveBlank(parts: EngineParts, keyOrId: string): void {
  const { selectedKey } = parts.conversations.state.get()
  if (selectedKey === null || !isBlank(parts, selectedKey)) return
  const { text, images } = parts.drafts.store(selectedKey).get()
  if (text === '' && images.length === 0) selectConversation(parts, keyOrId)
}

/** Creates a conversation at the server, before its first question, if it was opened by itself. */
export function postConversation(parts: EngineParts, key: string): void {
  if (!parts.list.opened.delete(key) || parts.access.state.get().status !== 'signedIn') return
  void parts.conversations.inOrder(key, () => createAtServer(parts, key))
}

async function createAtServer(parts: EngineParts, key: string): Promise<void> {
  const item = parts.conversations.find(key)
  if (item?.id !== null) return
  await parts.context.attempt('createConversation', async () => {
    const { id } = await parts.context.transport.createConversation(item.name)
    if (parts.conversations.find(key) === undefined) await parts.context.transport.deleteConversation(id)
    else parts.conversations.confirm(key, id)
  })
}
