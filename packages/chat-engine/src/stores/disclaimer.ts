import { createSafeStorage } from '../platform/platform.ts'
import type { ChatStorage } from '../platform/platform.ts'
import { storageKeyIn } from '../platform/storage-key.ts'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import type { ChatEngineOptions, DisclaimerState } from '../types.ts'
import { withDefaults } from '../platform/with-defaults.ts'

/** The gate before the first message. */
export interface Disclaimer {
  readonly state: Store<DisclaimerState>
  acknowledge: () => void
  /** Returns whether sending is allowed. */
  isOpen: () => boolean
}

/** Options of {@link createDisclaimer}: those of an engine. */
export interface DisclaimerOptions {
  readonly storage: ChatStorage
  /** @default '' */
  readonly namespace?: string | undefined
  readonly disclaimer?: ChatEngineOptions['disclaimer'] | undefined
}

/** Key without a namespace. */
const SHARED_KEY = 'disclaimer'

/** The day on which the disclaimer was last updated. */
const DISCLAIMER_VERSION = '2025-09-15'

/**
 * The gate that an engine with these options has. By itself it is for a page that asks before the engine's code is
 * there: an engine that is made later, over the same storage, finds what was acknowledged.
 */
export function createDisclaimer(options: DisclaimerOptions): Disclaimer {
  const settings = () => {
    const required = options.disclaimer !== undefined
    return withDefaults({ required, version: DISCLAIMER_VERSION }, options.disclaimer)
  }
  const { required, version } = settings()
  const shared = options.disclaimer?.storage
  const { namespace = '' } = options
  const storage = shared === undefined ? options.storage : createSafeStorage(() => shared)
  const storageKey =
    namespace === '' || shared !== undefined ? SHARED_KEY : storageKeyIn(namespace, SHARED_KEY)
  const initial: DisclaimerState = { required, acknowledged: false }
  const isAcknowledged = storage.getItem(storageKey) === version
  const state = createStore<DisclaimerState>(isAcknowledged ? { required, acknowledged: true } : initial)
  return {
    state: { ...state, getInitial: () => initial },
    acknowledge: () => {
      storage.setItem(storageKey, settings().version)
      state.set({ required, acknowledged: true })
    },
    isOpen: () => !settings().required || state.get().acknowledged,
  }
}
