import type { EngineParts } from '../engine-parts.ts'

/** Searches titles and messages. Its code is loaded with the first search. */
export async function searchConversations(
  { context, conversations, list, ...stores }: EngineParts,
  query: string,
  archived: boolean,
): Promise<void> {
  try {
    const { createConversationSearch } = await import('./search.ts')
    list.finder ??= createConversationSearch(context, { conversations, ...stores })
    if (list.query === query) list.finder.set(query, archived)
  } catch (error) {
    context.warn('search', error)
    conversations.patchState({ search: { query, archived, status: 'failed', items: [], hasMore: false } })
  }
}
