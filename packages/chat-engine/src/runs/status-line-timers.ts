import type { EngineStores } from '../engine-stores.ts'

/** Clears the status lines of ended answers after their time. */
export interface StatusLineTimers {
  /** Starts the time of the conversation's present line; a later line stays. */
  start: (key: string) => void
  cancelAll: () => void
}

export function createStatusLineTimers({ context, threads }: EngineStores): StatusLineTimers {
  const timers = new Set<() => void>()
  return {
    start: (key) => {
      const line = threads.get(key).statusLine
      const ms = context.limits[line?.tone === 'error' ? 'errorLingerMs' : 'statusLingerMs']
      if (line === null || ms === null) return
      const cancel = context.clock.setTimer(() => {
        timers.delete(cancel)
        if (threads.get(key).statusLine === line) threads.setStatusLine(key, null)
      }, ms)
      timers.add(cancel)
    },
    cancelAll: () => {
      for (const cancel of timers) cancel()
      timers.clear()
    },
  }
}
