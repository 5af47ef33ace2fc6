import type { EngineParts, OnDemandParts } from '../engine-parts.ts'
import { loadOnDemand } from '../history/history.ts'
import type { ConversationSummary } from '../types.ts'
import { restoreUnsent } from '../outbox/restore-unsent.ts'
import { discardConversations } from './removal.ts'

export function showConversation(parts: EngineParts, key: string): void {
  if (parts.conversations.state.get().selectedKey !== key)
    parts.conversations.patchState({ selectedKey: key })
  void loadOnDemand(parts, key)
}

/** Shows a conversation by its key or id; returns its key. One that is not listed is looked up at the server. */
export function selectConversation(parts: EngineParts, keyOrId: string): string {
  const known = parts.conversations.find(keyOrId)
  if (known === undefined && !parts.access.isVisitor()) selectUnlisted(parts, keyOrId)
  if (known === undefined) return parts.conversations.state.get().selectedKey ?? keyOrId
  showConversation(parts, known.key)
  return known.key
}

function selectUnlisted(parts: EngineParts, keyOrId: string): void {
  const found = parts.conversations.findAnywhere(keyOrId)
  if (found !== undefined) parts.list.listed.add(found.id)
  const id = found?.id ?? keyOrId
  parts.conversations.addOlder([
    { createdAt: null, updatedAt: null, ...found, title: found === undefined ? '' : found.name, id },
  ])
  showConversation(parts, id)
  if (parts.conversations.state.get().status === 'ready') lookUpSelected(parts)
}

/** Keeps the selection, or selects the first conversation, or a blank one. */
export function settleSelection(parts: EngineParts): void {
  const item = selectedIn(parts) ?? parts.conversations.state.get().items[0] ?? parts.conversations.addLocal()
  showConversation(parts, item.key)
}

/** Loads the title of a selected conversation that the pages so far do not hold. */
export function lookUpSelected(parts: EngineParts): void {
  const item = selectedIn(parts)
  if (item?.updatedAt !== null || item.id === null || parts.list.listed.has(item.id)) return
  const { id } = item
  void parts.context.attempt('import', () =>
    parts.onDemand.use((code) => code.lookUpConversation(toOnDemandParts(parts), item, id)),
  )
}

/** Adds the functions of the core that code loaded on demand needs. */
export function toOnDemandParts(parts: EngineParts): OnDemandParts {
  return { ...parts, discardConversations, settleSelection, restoreUnsent }
}

function selectedIn(parts: EngineParts): ConversationSummary | undefined {
  return parts.conversations.find(parts.conversations.state.get().selectedKey ?? '')
}
