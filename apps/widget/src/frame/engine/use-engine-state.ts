import { createStore, type AccessState, type ConversationListState, type ThreadState } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import type { ComposerEngine } from '@org/ui-kit/engine'
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

/**
 * Returns whether the disclaimer must be acknowledged, and the action that does it. The state is the one that
 * {@link useComposerEngine} shows, so that the composer is enabled as soon as nothing asks any more.
 */
export function useDisclaimer(): { isAsked: boolean; acknowledge: () => void } {
  const { engine, late } = useWidget()
  const { required, acknowledged } = useStore(useComposerEngine().disclaimer)
  const acknowledge = (): void => {
    late.acknowledgeDisclaimer()
    engine?.acknowledgeDisclaimer()
  }
  return { isAsked: required && !acknowledged, acknowledge }
}

/** Returns the engine of the composer: the stand-in until its input was handed over. */
export function useComposerEngine(): ComposerEngine {
  const { late } = useWidget()
  return useStore(late.successor) ?? late
}
