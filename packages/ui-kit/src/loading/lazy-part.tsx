import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

/** A component whose code comes later. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of the first use. A fetch that fails is silent: the first use tries again. */
  preload: () => Promise<void>
}

/** Loading state of a lazy component, passed to its fallback. */
export interface LazyPartState {
  /** True when the last load failed. It is retried when the network is back, and on the next use. */
  failed: boolean
  retry: () => void
}

/** Rendered while the component loads, or after loading failed. */
export type LazyPartFallback = (state: LazyPartState) => ReactNode

interface Loading<Props> {
  part: ComponentType<Props> | null
  failed: boolean
}

/**
 * A component that fetches its own code, for what the first paint can do without. Unlike `React.lazy` it does not
 * keep a failed fetch for ever, nor throw it into the page: a lost connection costs a press, not the screen.
 *
 * @param load fetches the component
 * @param fallback stands in its place meanwhile. @default nothing
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: LazyPartFallback,
): LazyPart<Props> {
  let state: Loading<Props> = { part: null, failed: false }
  let fetching: Promise<void> | null = null
  const listeners = new Set<() => void>()

  const set = (next: Loading<Props>): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const fetchPart = async (): Promise<void> => {
    try {
      set({ part: await load(), failed: false })
    } catch {
      fetching = null
      set({ part: null, failed: true })
    }
  }
  const preload = (): Promise<void> => (fetching ??= fetchPart())
  const retry = (): void => {
    void preload()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  function Part(props: Props): ReactNode {
    const { part: Loaded, failed } = useSyncExternalStore(
      subscribe,
      () => state,
      () => state,
    )
    useEffect(() => {
      retry()
      window.addEventListener('online', retry)
      return () => {
        window.removeEventListener('online', retry)
      }
    }, [])
    return Loaded === null ? fallback?.({ failed, retry }) : <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}

/** Fetches the code of a part once the browser has nothing better to do, so that its first use does not wait. */
export function useIdlePreload(part: Pick<LazyPart<never>, 'preload'>): void {
  useEffect(() => {
    const preload = (): void => {
      void part.preload()
    }
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(preload, { timeout: idleMs })
      return () => {
        cancelIdleCallback(handle)
      }
    }
    const timer = setTimeout(preload, idleMs)
    return () => {
      clearTimeout(timer)
    }
  }, [part])
}

// After this long a busy page fetches all the same.
const idleMs = 2000
