import { useMemo, useSyncExternalStore } from 'react'
import { createThreadStore, type ThreadView } from '../bindings/thread-view.ts'
import type { ChatEngine, ConversationSummary } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** One conversation's thread and what can be done with it. The same object until the thread changes. */
export interface ThreadControls
  extends
    ThreadView,
    Pick<ChatEngine, 'edit' | 'regenerate' | 'showSibling' | 'rate' | 'approve' | 'reject'> {
  retry: () => void
  stop: () => void
  reload: () => void
  loadOlder: () => void
}

/** The selected conversation; null until the first list is there. */
export function useSelectedConversation(): ConversationSummary | null {
  const { conversations } = useChatEngine()
  const getSelected = () => {
    const { items, selectedKey } = conversations.get()
    return items.find((item) => item.key === selectedKey) ?? null
  }
  return useSyncExternalStore(conversations.subscribe, getSelected, getSelected)
}

/**
 * A conversation's thread, by default the selected one's; null until there is one. Renders again when messages
 * come or go and when the run changes, not while text streams: that is what `useMessage` is for.
 */
export function useThread(key?: string): ThreadControls | null {
  const engine = useChatEngine()
  const view = useStore(useMemo(() => createThreadStore(engine, key), [engine, key]))
  const threadKey = view?.key ?? ''
  const actions = useMemo(() => actionsOf(engine, threadKey), [engine, threadKey])
  return useMemo(() => (view === null ? null : { ...view, ...actions }), [view, actions])
}

function actionsOf(engine: ChatEngine, key: string): Omit<ThreadControls, keyof ThreadView> {
  return {
    edit: engine.edit,
    regenerate: engine.regenerate,
    showSibling: engine.showSibling,
    rate: engine.rate,
    approve: engine.approve,
    reject: engine.reject,
    retry: () => void engine.retry(key),
    stop: () => void engine.stop(key),
    reload: () => void engine.reload(key),
    loadOlder: () => void engine.loadOlder(key),
  }
}
