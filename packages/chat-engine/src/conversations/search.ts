import type { Access } from '../stores/access.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import type { MessageStore } from '../stores/messages.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ConversationSearch, ConversationSummary } from '../types.ts'

/** The search among the conversations: at the server, or in this browser for a guest. Loaded with the first one. */
export interface ConversationFinder {
  /** Searches for a trimmed text, which is empty only for all archived conversations. */
  set: (query: string, archived: boolean) => void
  loadMore: () => Promise<void>
  reset: () => void
}

interface FinderParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  access: Access
}

interface Wanted {
  query: string
  archived: boolean
}

export function createConversationSearch(
  context: EngineContext,
  { conversations, threads, messages, access }: FinderParts,
): ConversationFinder {
  let cursor: string | null = null
  let latest = 0
  let cancelTimer: () => void = () => undefined

  const get = () => conversations.state.get().search
  function patch(changes: Partial<ConversationSearch>) {
    const search = get()
    if (search !== null) conversations.patchState({ search: { ...search, ...changes } })
  }

  async function ask({ query, archived }: Wanted, before: readonly ConversationSummary[]) {
    const own = (latest += 1)
    try {
      const page = await context.transport.listConversations({
        limit: context.limits.conversationPage,
        cursor,
        ...(query !== '' && { q: query }),
        ...(archived && { archived }),
      })
      if (own !== latest) return
      cursor = page.nextCursor
      const found = page.items.map((item) => conversations.find(item.id) ?? conversations.toSummary(item))
      const isNew = ({ key }: ConversationSummary) => before.every((item) => item.key !== key)
      patch({ status: 'ready', items: [...before, ...found.filter(isNew)], hasMore: cursor !== null })
    } catch (error) {
      if (own !== latest) return
      context.warn('listConversations', error)
      patch({ status: 'failed' })
    }
  }

  /** All of a guest's conversations are local. */
  function searchHere(query: string) {
    const wanted = query.toLowerCase()
    const isIn = (text = '') => text.toLowerCase().includes(wanted)
    const items = conversations.state
      .get()
      .items.filter(
        ({ key, title }) =>
          isIn(title) ||
          threads.get(key).messageKeys.some((messageKey) => isIn(messages.get(messageKey)?.text)),
      )
    conversations.patchState({ search: { query, status: 'ready', items, hasMore: false } })
  }

  function reset() {
    cancelTimer()
    latest += 1
    cursor = null
  }

  return {
    reset,
    set: (query, archived) => {
      const before = get()
      reset()
      if (access.isVisitor()) return searchHere(query)
      // The list and the archive have nothing in common.
      const items = before?.archived === archived ? before.items : []
      conversations.patchState({ search: { query, archived, status: 'loading', items, hasMore: false } })
      const pauseMs = query === '' ? 0 : context.limits.searchDelayMs
      cancelTimer = context.clock.setTimer(() => void ask({ query, archived }, []), pauseMs)
    },
    loadMore: async () => {
      const search = get()
      if (search === null || !search.hasMore || search.status === 'loading') return
      patch({ status: 'loading' })
      await ask({ query: search.query, archived: search.archived === true }, search.items)
    },
  }
}
