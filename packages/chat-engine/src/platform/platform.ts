/** Time, as the engine needs it. */
export interface ChatClock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls back once after `ms`. The returned function prevents it. */
  setTimer: (callback: () => void, ms: number) => () => void
  /** Calls back once before the next frame is drawn. The returned function prevents it. */
  requestFrame: (callback: () => void) => () => void
}

/** Makes ids: UUIDs, since the server takes them for the idempotency of a question. */
export type ChatIds = () => string

/** Text by key. May throw, forget or refuse: the engine goes on from memory. */
export interface ChatStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
  /** True when there is room for the images of a visitor's messages. @default false: only their texts are stored */
  hasRoomForImages?: boolean | undefined
}

/** Receives diagnostics that are not shown to people. */
export interface ChatLogger {
  warn: (message: string, details?: Record<string, unknown>) => void
}

/** The platform's timers. Where there are no animation frames, a frame is 16 ms. */
export function createClock(): ChatClock {
  const setTimer: ChatClock['setTimer'] = (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  }
  return {
    now: () => Date.now(),
    setTimer,
    requestFrame: (callback) => {
      if (typeof requestAnimationFrame !== 'function') return setTimer(callback, 16)
      const frame = requestAnimationFrame(callback)
      return () => cancelAnimationFrame(frame)
    },
  }
}

/** A storage that never throws. */
export interface SafeStorage extends ChatStorage {
  /** `setItem`; false when it was refused, so that the text is kept in memory alone. */
  tryItem: (key: string, value: string) => boolean
}

/**
 * A storage that never throws: what `inner` refuses (because it is full, forbidden or absent) is kept in memory.
 * @param inner asked for at each use, since reading `localStorage` may itself throw.
 */
export function createSafeStorage(inner: () => ChatStorage | undefined = pageStorage): SafeStorage {
  const memory = new Map<string, string | null>()
  return {
    getItem: (key) => {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      try {
        return inner()?.getItem(key) ?? null
      } catch {
        return null
      }
    },
    setItem: tryItem,
    tryItem,
    removeItem: (key) => {
      write(key, null, (storage) => storage.removeItem(key))
    },
  }

  function tryItem(key: string, value: string) {
    return write(key, value, (storage) => storage.setItem(key, value))
  }

  function write(key: string, value: string | null, change: (storage: ChatStorage) => void) {
    memory.set(key, value)
    try {
      const storage = inner()
      if (storage !== undefined) {
        change(storage)
        memory.delete(key)
      }
      return true
    } catch {
      return false
    }
  }
}

/** Opens a channel between the pages of an origin; null where there is none, or where the browser forbids it with all storage. */
export function openBroadcastChannel(name: string): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'function') return null
  try {
    return new BroadcastChannel(name)
  } catch {
    // Firefox throws a SecurityError for a site whose cookies are blocked.
    return null
  }
}

/** Returns localStorage; `undefined` without a page. Throws where access is forbidden. */
export function pageStorage(): ChatStorage | undefined {
  return globalThis.localStorage
}
