import type { TabChannel } from '../tabs/create-tabs.ts'

/** Creates connected channels for the tabs of one browser in a test: each message reaches all others, cloned. */
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
