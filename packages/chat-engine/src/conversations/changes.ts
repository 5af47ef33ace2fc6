import type { EngineParts, OnDemandParts } from '../engine-parts.ts'
import type { ChangeOutcome, ConversationSummary, Draft } from '../types.ts'

/** Renames a conversation: at once here, then at the server. An empty title becomes 'Untitled'. */
export async function renameConversation(
  parts: EngineParts,
  key: string,
  title: string,
): Promise<ChangeOutcome> {
  const { context, conversations } = parts
  const item = conversations.findAnywhere(key)
  if (item === undefined) return context.unknown('unknown_conversation')
  const shown = title.trim() === '' ? context.labels.untitled : title
  conversations.patch(key, { name: shown })
  parts.signals.changed.emit(key)
  // Its name goes to the server with its first question.
  if (item.id === null) parts.list.opened.add(key)
  const rename = async () => {
    // It may have got its id meanwhile; what a search had found may be off the screen by now.
    const id = conversations.find(key)?.id ?? item.id
    if (id !== null) await context.transport.renameConversation(id, shown)
  }
  return context.change(
    'renameConversation',
    () => conversations.inOrder(key, rename),
    () => {
      const reverts = context.reverts && conversations.findAnywhere(key)?.name === shown
      if (reverts) conversations.patch(key, { name: item.name })
      return reverts
    },
  )
}

/** Removes a conversation: at once here, then at the server. */
export async function removeConversation(parts: OnDemandParts, key: string): Promise<ChangeOutcome> {
  const { context, conversations, drafts, outbox, list } = parts
  const item = conversations.findAnywhere(key)
  if (item === undefined) return context.unknown('unknown_conversation')
  const { id } = item
  const { generation } = list
  const index = conversations.state.get().items.indexOf(item)
  const draft = drafts.store(key).get()
  const stopped = parts.runs.stop(key)
  if (!context.reverts) outbox.withdrawAll(item)
  parts.discardConversations(parts, [item])
  parts.guests.drop(key)
  parts.settleSelection(parts)
  parts.signals.changed.emit(key)
  await stopped
  const remove = async () => {
    if (id !== null) await context.transport.deleteConversation(id).catch(unlessGone)
  }
  const outcome = await context.change(
    'deleteConversation',
    () => conversations.inOrder(key, remove),
    () => {
      // A list that was loaded meanwhile has it where the server has it, or belongs to another person.
      const reverts = context.reverts && generation === list.generation
      if (reverts) putBack(parts, item, index, draft)
      return reverts
    },
  )
  if (outcome.ok) outbox.withdrawAll(item)
  return outcome
}

/** A conversation that the server does not have is removed. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'status' in error && error.status === 404)) throw error
}

function putBack(
  parts: OnDemandParts,
  item: ConversationSummary,
  index: number,
  { text, images }: Draft,
): void {
  const { items } = parts.conversations.state.get()
  // Hits of a search beyond the list are searched again.
  if (index !== -1) parts.conversations.patchState({ items: items.toSpliced(index, 0, item) })
  parts.threads.patch(item.key, { conversationId: item.id })
  parts.drafts.set(item.key, { text, images })
  void parts.restoreUnsent(parts)
}
