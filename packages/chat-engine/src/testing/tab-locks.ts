import type { TabLocks } from '../tabs/create-tabs.ts'

/** The locks of one tab in a test. */
export interface ScriptedTabLocks extends TabLocks {
  /** The tab crashes: the browser releases what it holds, and forgets what it waits for. */
  crash: () => void
}

interface LockRequest {
  tab: object
  name: string
  options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal }
  callback: (lock: object | null) => Promise<void> | undefined
  resolve: (value?: unknown) => void
  reject: (error: unknown) => void
}

/** Creates the locks of the tabs of one browser in a test, as the Web Locks API has them: exclusive, first come first served. */
export function createTabLocks(): () => ScriptedTabLocks {
  const held = new Map<string, LockRequest>()
  let waiting: LockRequest[] = []

  function grant(request: LockRequest): void {
    held.set(request.name, request)
    const free = () => {
      if (held.get(request.name) === request) held.delete(request.name)
      grantNext(request.name)
      request.resolve()
    }
    void Promise.resolve(request.callback({ name: request.name })).then(free, free)
  }

  function grantNext(name: string): void {
    if (held.has(name)) return
    const next = waiting.find((request) => request.name === name)
    if (next === undefined) return
    waiting = waiting.filter((request) => request !== next)
    grant(next)
  }

  function receive(request: LockRequest): void {
    const { name, options, callback, resolve } = request
    const holder = held.get(name)
    if (options.steal === true && holder !== undefined) {
      held.delete(name)
      holder.reject(new DOMException('stolen', 'AbortError'))
    }
    if (!held.has(name)) return grant(request)
    if (options.ifAvailable === true) return void Promise.resolve(callback(null)).then(resolve, resolve)
    waiting.push(request)
    options.signal?.addEventListener('abort', () => {
      if (!waiting.includes(request)) return
      waiting = waiting.filter((other) => other !== request)
      request.reject(new DOMException('aborted', 'AbortError'))
    })
  }

  return () => {
    const tab = {}
    return {
      request: (name, options, callback) =>
        new Promise((resolve, reject) => {
          // The answer of a browser comes later.
          queueMicrotask(() => receive({ tab, name, options, callback, resolve, reject }))
        }),
      crash: () => {
        waiting = waiting.filter((request) => request.tab !== tab)
        for (const [name, request] of held) {
          if (request.tab !== tab) continue
          held.delete(name)
          grantNext(name)
        }
      },
    }
  }
}
