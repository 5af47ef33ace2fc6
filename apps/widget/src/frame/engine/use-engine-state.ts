import { createStore, type AccessState, type ConversationListState, type ThreadState } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import { useWidget } from '../widget-context.ts'

const noThread = createStore<ThreadState | null>(null)

/** Returns the engine, or its stand-in until it has loaded. */
function useCurrentEngine() {
  const { engine, late } = useWidget()
  return engine ?? late
}

/** Returns the access state of the current person. */
export function useAccessStatus(): AccessState['status'] {
  return useStore(useCurrentEngine().access).status
}

/** Returns the conversations and the key of the selected one. */
export function useConversationState(): ConversationListState {
  return useStore(useCurrentEngine().conversations)
}

/** Returns the selected conversation; null until the first list has loaded. */
export function useSelectedThread(): ThreadState | null {
  const { thread } = useCurrentEngine()
  const { selectedKey } = useConversationState()
  return useStore<ThreadState | null>(selectedKey === null ? noThread : thread(selectedKey))
}

/** Returns whether the disclaimer must be acknowledged, and the action that does it. */
export function useDisclaimer(): { isAsked: boolean; acknowledge: () => void } {
  const { disclaimer, acknowledgeDisclaimer } = useCurrentEngine()
  const { required, acknowledged } = useStore(disclaimer)
  return { isAsked: required && !acknowledged, acknowledge: acknowledgeDisclaimer }
}
