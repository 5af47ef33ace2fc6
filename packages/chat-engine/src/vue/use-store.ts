import { type MaybeRefOrGetter, onScopeDispose, type ShallowRef, shallowRef, toValue, watch } from 'vue'
import type { Store } from '../platform/store.ts'

/** The value of a store as a ref, for as long as the component or the effect scope is there. */
export function useStore<Value>(store: MaybeRefOrGetter<Store<Value>>): Readonly<ShallowRef<Value>> {
  const value = shallowRef(toValue(store).get())
  // A server render has nothing to follow.
  if (typeof window === 'undefined') return value
  let leave = () => undefined as void
  watch(
    () => toValue(store),
    (next) => {
      leave()
      value.value = next.get()
      leave = next.subscribe(() => {
        value.value = next.get()
      })
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => leave())
  return value
}
