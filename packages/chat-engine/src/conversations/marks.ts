import type { OnDemandParts } from '../engine-parts.ts'
import type { ConversationMarks } from '../transport/transport.ts'
import type { ChangeOutcome, ConversationSummary } from '../types.ts'

/** Pins or archives a conversation, or takes either back: at once here, then at the server. */
export async function markConversation(
  parts: OnDemandParts,
  key: string,
  marks: ConversationMarks,
): Promise<ChangeOutcome> {
  const { context, conversations, list } = parts
  const item = conversations.findAnywhere(key)
  if (item === undefined) return context.unknown('unknown_conversation')
  const { generation } = list
  // The server unpins what it archives.
  const marked = { ...item, ...marks, ...(marks.archived === true && { pinned: false }) }
  showMarked(parts, marked)
  const mark = async () => {
    const id = conversations.findAnywhere(key)?.id ?? item.id
    if (id !== null) await context.transport.markConversation?.(id, marks)
  }
  return context.change(
    'markConversation',
    () => conversations.inOrder(key, mark),
    () => {
      const shown = conversations.findAnywhere(key) ?? marked
      // A later mark, or a list that was loaded meanwhile, stays.
      const isLatest = shown.pinned === marked.pinned && shown.archived === marked.archived
      const reverts = context.reverts && isLatest && generation === list.generation
      if (reverts) showMarked(parts, { ...shown, pinned: item.pinned, archived: item.archived })
      return reverts
    },
  )
}

/** Moves a conversation to its new position: in the list, or in the list of the archived ones. */
function showMarked(parts: OnDemandParts, item: ConversationSummary): void {
  const { conversations } = parts
  const { items, search, selectedKey } = conversations.state.get()
  conversations.patchState({
    items: item.archived === true ? without(items, item) : inserted(items, item),
    search: search && {
      ...search,
      items:
        (item.archived === true) === (search.archived === true)
          ? search.items.map((found) => (found.key === item.key ? item : found))
          : without(search.items, item),
    },
  })
  if (item.archived === true && selectedKey === item.key) parts.settleSelection(parts)
}

function without(items: readonly ConversationSummary[], { key }: ConversationSummary) {
  return items.filter((item) => item.key !== key)
}

/** Returns the list with an item at its position: pinned items first, then newer ones before older ones. */
function inserted(
  items: readonly ConversationSummary[],
  item: ConversationSummary,
): readonly ConversationSummary[] {
  const others = without(items, item)
  const rank = ({ pinned }: ConversationSummary) => (pinned === true ? 0 : 1)
  const isAfter = (other: ConversationSummary) =>
    rank(other) > rank(item) ||
    (rank(other) === rank(item) && (other.updatedAt ?? '') < (item.updatedAt ?? ''))
  const index = others.findIndex(isAfter)
  return others.toSpliced(index === -1 ? others.length : index, 0, item)
}
