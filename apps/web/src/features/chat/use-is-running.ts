import { useChatEngine } from '@org/chat-engine/react'
import { useSyncExternalStore } from 'react'

const active = new Set(['submitting', 'streaming', 'reconnecting'])

/** Returns whether the displayed conversation has a running answer. Re-renders only when that changes. */
export function useIsRunning(): boolean {
  const engine = useChatEngine()
  const key = engine.conversations.get().selectedKey ?? ''
  const thread = engine.thread(key)
  const get = () => active.has(thread.get().run.phase)
  return useSyncExternalStore(thread.subscribe, get, get)
}
