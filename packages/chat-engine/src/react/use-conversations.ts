import { useMemo } from 'react'
import type { ChatEngine, ConversationListState } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** The conversations and what can be done with them. The functions stay the same from render to render. */
export interface ConversationControls
  extends
    Omit<ConversationListState, 'search'>,
    Pick<ChatEngine, 'create' | 'select' | 'rename' | 'pin' | 'archive' | 'remove' | 'loadMore' | 'search'> {
  /** Search result; null without a search. */
  found: ConversationListState['search']
}

/** The list of conversations. Renders again when the list or the selection changes, not while text streams. */
export function useConversations(): ConversationControls {
  const engine = useChatEngine()
  const state = useStore(engine.conversations)
  return useMemo(() => {
    const { create, select, rename, pin, archive, remove, loadMore, search } = engine
    const { search: found, ...list } = state
    return { ...list, found, create, select, rename, pin, archive, remove, loadMore, search }
  }, [engine, state])
}
