import { useChatEngine } from '@org/chat-engine/react'
import { useSyncExternalStore } from 'react'

/** Returns whether the selected conversation has a running answer. Re-renders only when that changes. */
export function useIsRunning(): boolean {
  const engine = useChatEngine()
  const thread = engine.thread(engine.conversations.get().selectedKey ?? '')
  // Of the states of a run, those with an answer on its way name its message.
  const get = (): boolean => 'messageKey' in thread.get().run
  return useSyncExternalStore(thread.subscribe, get, get)
}
