import type { AccessState, ChatEngine, DisclaimerState } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** Access state, and the actions that change it. */
export interface AccessControls
  extends
    AccessState,
    Pick<ChatEngine, 'refresh' | 'sendPendingPrompt' | 'dismissPendingPrompt' | 'acknowledgeDisclaimer'> {
  disclaimer: DisclaimerState
}

/** The state of access and of the disclaimer. */
export function useAccess(): AccessControls {
  const engine = useChatEngine()
  const { refresh, sendPendingPrompt, dismissPendingPrompt, acknowledgeDisclaimer } = engine
  return {
    ...useStore(engine.access),
    disclaimer: useStore(engine.disclaimer),
    refresh,
    sendPendingPrompt,
    dismissPendingPrompt,
    acknowledgeDisclaimer,
  }
}
