import { createStore, type AccessState, type ConversationListState, type ThreadState } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import { useWidget } from './widget-context.ts'

type Conversations = Pick<ConversationListState, 'status' | 'items' | 'selectedKey'>

// What is read until the engine is there.
const unknownAccess = createStore<AccessState>({ status: 'unknown', pendingPrompt: null })
const noConversations = createStore<Conversations>({ status: 'idle', items: [], selectedKey: null })
const noThread = createStore<ThreadState | null>(null)

/** Who is chatting. */
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

/** Whether the disclaimer stands before the chat, and the way to acknowledge it. */
export function useDisclaimer(): { isAsked: boolean; acknowledge: () => void } {
  const { engine, gate } = useWidget()
  const { required, acknowledged } = useStore(engine?.disclaimer ?? gate.state)
  return {
    isAsked: required && !acknowledged,
    acknowledge: engine?.acknowledgeDisclaimer ?? gate.acknowledge,
  }
}
