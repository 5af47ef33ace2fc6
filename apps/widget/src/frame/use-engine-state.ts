import { createStore, type AccessState, type ConversationListState, type ThreadState } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import { useWidget } from './widget-context.ts'

type Conversations = Pick<ConversationListState, 'status' | 'items' | 'selectedKey'>

// Values until the engine has loaded.
const unknownAccess = createStore<AccessState>({ status: 'unknown', pendingPrompt: null })
const noConversations = createStore<Conversations>({ status: 'idle', items: [], selectedKey: null })
const noThread = createStore<ThreadState | null>(null)

/** Returns the access state of the current person. */
export function useAccessStatus(): AccessState['status'] {
  const { engine } = useWidget()
  return useStore(engine?.access ?? unknownAccess).status
}

/** The conversations, and which of them is on screen. */
export function useConversationState(): Conversations {
  const { engine } = useWidget()
  return useStore<Conversations>(engine?.conversations ?? noConversations)
}

/** The conversation on screen; null until the first list is there. */
export function useSelectedThread(): ThreadState | null {
  const { engine } = useWidget()
  const { selectedKey } = useConversationState()
  return useStore<ThreadState | null>(
    engine === null || selectedKey === null ? noThread : engine.thread(selectedKey),
  )
}

/** Returns whether the disclaimer must be acknowledged, and the action that does it. */
export function useDisclaimer(): { isAsked: boolean; acknowledge: () => void } {
  const { engine, gate } = useWidget()
  const { required, acknowledged } = useStore(engine?.disclaimer ?? gate.state)
  return {
    isAsked: required && !acknowledged,
    acknowledge: engine?.acknowledgeDisclaimer ?? gate.acknowledge,
  }
}
