import type { TabChannel } from '../tabs.ts'

/** Opens the channels of tabs of one browser that a test makes: what one posts, all others hear, cloned. */
export function createTabChannels(): () => TabChannel {
  const listeners = new Set<(message: unknown) => void>()
  return () => {
    let own: ((message: unknown) => void) | null = null
    return {
      post: (message) => {
        for (const listener of listeners) {
          if (listener !== own) queueMicrotask(() => listener(structuredClone(message)))
        }
      },
      listen: (listener) => {
        own = listener
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }
}
