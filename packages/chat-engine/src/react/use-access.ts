import { useMemo } from 'react'
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
  const access = useStore(engine.access)
  const disclaimer = useStore(engine.disclaimer)
  return useMemo(() => {
    const { refresh, sendPendingPrompt, dismissPendingPrompt, acknowledgeDisclaimer } = engine
    return {
      ...access,
      disclaimer,
      refresh,
      sendPendingPrompt,
      dismissPendingPrompt,
      acknowledgeDisclaimer,
    }
  }, [engine, access, disclaimer])
}
