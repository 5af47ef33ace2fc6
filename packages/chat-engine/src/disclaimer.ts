import type { EngineContext } from './context.ts'
import { createStore } from './store.ts'
import type { Store } from './store.ts'
import type { DisclaimerState } from './types.ts'

/** The gate before the first message (specification 1, "Chat screen"). */
export interface Disclaimer {
  readonly state: Store<DisclaimerState>
  acknowledge: () => void
  /** Whether something may be sent. */
  isOpen: () => boolean
}

const STORAGE_KEY = 'disclaimer'

export function createDisclaimer(context: EngineContext): Disclaimer {
  const { required, version } = context.disclaimer
  const initial: DisclaimerState = { required, acknowledged: false }
  const isAcknowledged = context.storage.getItem(STORAGE_KEY) === version
  const state = createStore<DisclaimerState>(isAcknowledged ? { required, acknowledged: true } : initial)
  return {
    state: { ...state, getInitial: () => initial },
    acknowledge: () => {
      context.storage.setItem(STORAGE_KEY, context.disclaimer.version)
      state.update((disclaimer) => ({ ...disclaimer, acknowledged: true }))
    },
    isOpen: () => !context.disclaimer.required || state.get().acknowledged,
  }
}
