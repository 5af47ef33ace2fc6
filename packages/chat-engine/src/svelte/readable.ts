import type { Store } from '../platform/store.ts'

/** A store as Svelte reads it: `$store` in a component. */
export interface Readable<Value> {
  /** Calls back with the value, now and after every change. The returned function ends it. */
  subscribe: (run: (value: Value) => void) => () => void
}

/** A store that a component may set: `bind:value={$store}`. */
export interface Writable<Value> extends Readable<Value> {
  set: (value: Value) => void
  update: (change: (value: Value) => Value) => void
}

/** Makes a store of the engine one of Svelte. */
export function toReadable<Value>(store: Store<Value>): Readable<Value> {
  return {
    subscribe: (run) => {
      let last = store.get()
      run(last)
      return store.subscribe(() => {
        const value = store.get()
        if (Object.is(value, last)) return
        last = value
        run(value)
      })
    },
  }
}
