import type { EngineParts } from '../engine-parts.ts'

/** Loads the next page of older conversations, or of what a search found. */
export async function loadMoreConversations({
  access,
  context,
  conversations,
  list,
}: EngineParts): Promise<void> {
  const { hasMore, isLoadingMore, search } = conversations.state.get()
  if (search !== null) return list.finder?.loadMore()
  if (!hasMore || isLoadingMore) return
  const own = list.generation
  const { cursor } = list
  conversations.patchState({ isLoadingMore: true })
  try {
    const page = await context.transport.listConversations({ limit: context.limits.conversationPage, cursor })
    if (own !== list.generation) return
    list.cursor = page.nextCursor
    for (const { id } of page.items) list.listed.add(id)
    conversations.addOlder(page.items)
    conversations.patchState({ hasMore: list.cursor !== null, isLoadingMore: false })
  } catch (error) {
    context.warn('listConversations', error)
    if (own !== list.generation) return
    conversations.patchState({ isLoadingMore: false })
    access.noteFailure(error)
  }
}
