import { type Accessor, createEffect, createMemo, createSignal, onCleanup } from 'solid-js'
import type { Store } from '../platform/store.ts'

/**
 * The value of a store as a signal, for as long as its owner is there.
 *
 * @param store a store, or a function that returns one and may depend on signals
 */
export function useStore<Value>(store: Store<Value> | (() => Store<Value>)): Accessor<Value> {
  const current = createMemo(() => (typeof store === 'function' ? store() : store))
  const [version, setVersion] = createSignal(0)
  createEffect(() => {
    const change = () => setVersion((before) => before + 1)
    onCleanup(current().subscribe(change))
    // It may have changed before it was subscribed to.
    change()
  })
  return createMemo(() => {
    version()
    return current().get()
  })
}
