import { useSyncExternalStore } from 'react'
import type { Store } from '../platform/store.ts'

/** The value of a store; the component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial ?? store.get)
}
