import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isRunActive } from '../runs/run-state.ts'
import type { ChatEngine, ConversationSummary, ThreadState } from '../types.ts'
import { useChatEngine } from './provider.tsx'

/** One conversation's thread and what can be done with it. The same object until the thread changes. */
export interface ThreadControls
  extends
    ThreadState,
    Pick<ChatEngine, 'edit' | 'regenerate' | 'showSibling' | 'rate' | 'approve' | 'reject'> {
  /** True while an answer is running: the stop control shows. */
  isRunning: boolean
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
  const { conversations } = engine
  const selectedKey = useSyncExternalStore(conversations.subscribe, getSelectedKey, getSelectedKey)
  const threadKey = key ?? selectedKey
  const thread = threadKey === null ? null : engine.thread(threadKey)
  const subscribe = useCallback(
    (listener: () => void) => (thread === null ? () => undefined : thread.subscribe(listener)),
    [thread],
  )
  const getState = () => (thread === null ? null : thread.get())
  const state = useSyncExternalStore(subscribe, getState, getState)
  const actions = useMemo(() => actionsOf(engine, threadKey ?? ''), [engine, threadKey])
  return useMemo(
    () => (state === null ? null : { ...state, ...actions, isRunning: isRunActive(state.run) }),
    [state, actions],
  )

  function getSelectedKey() {
    return conversations.get().selectedKey
  }
}

function actionsOf(engine: ChatEngine, key: string): Omit<ThreadControls, keyof ThreadState | 'isRunning'> {
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
