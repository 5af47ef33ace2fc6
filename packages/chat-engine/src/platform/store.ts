/** A value that changes, in the shape that `useSyncExternalStore` and jotai read. */
export interface Store<Value> {
  /** The value now; the same reference until it changes. */
  get: () => Value
  /** Calls `listener` after every change. The returned function ends it. */
  subscribe: (listener: () => void) => () => void
  /** Value for a server render, which cannot read the browser's storage. @default `get` */
  getInitial?: (() => Value) | undefined
}

/** A {@link Store} that its owner writes. */
export interface WritableStore<Value> extends Store<Value> {
  set: (value: Value) => void
  /** Sets what `change` makes of the value; the same reference changes nothing. */
  update: (change: (value: Value) => Value) => void
}

/** A store that holds `value`. */
export function createStore<Value>(value: Value): WritableStore<Value> {
  let current = value
  const listeners = new Set<() => void>()
  function set(next: Value) {
    if (Object.is(next, current)) return
    current = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => current,
    set,
    update: (change) => set(change(current)),
    subscribe: (listener) => {
      // Wrapped, so that one function may listen twice.
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}
