import type { EngineParts } from '../engine-parts.ts'

/** Searches titles and messages; '' ends the search. Its code is loaded with the first one. */
export function searchConversations(parts: EngineParts, text: string): void {
  parts.list.query = text.trim()
  if (parts.list.query !== '') return void searchFor(parts, parts.list.query)
  parts.list.finder?.reset()
  parts.conversations.patchState({ search: null })
}

async function searchFor(parts: EngineParts, query: string): Promise<void> {
  try {
    const { createConversationSearch } = await import('./search.ts')
    parts.list.finder ??= createConversationSearch(parts.context, parts)
    if (parts.list.query === query) parts.list.finder.set(query)
  } catch (error) {
    parts.context.warn('search', error)
    parts.conversations.patchState({ search: { query, status: 'failed', items: [], hasMore: false } })
  }
}
