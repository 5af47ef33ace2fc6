/** Runs a limited number of tasks of each key at once; the others of that key wait in their order. */
export interface KeyQueues {
  /**
   * Takes a slot of a key, and waits for one where all are taken.
   *
   * @returns a function that gives the slot back; undefined where too many wait already, and after too long a wait
   */
  acquire: (key: string) => Release | Promise<Release | undefined>
}

/** Gives a slot back. It must be called once. */
export type Release = () => void

/** Slots of one key. A key without a task has none, so that memory is held for running tasks alone. */
interface Slots {
  running: number
  /** Starts each waiting task, in their order. */
  waiting: Set<() => void>
}

/**
 * Creates the queues of all keys. Keys share nothing: tasks of one key never delay another key's.
 *
 * @param options.atOnce tasks of one key that run at the same time
 * @param options.mostWaiting tasks of one key that wait
 * @param options.waitMs longest wait, in ms
 */
export function createKeyQueues({
  atOnce,
  mostWaiting,
  waitMs,
}: {
  atOnce: number
  mostWaiting: number
  waitMs: number
}): KeyQueues {
  const slotsOf = new Map<string, Slots>()

  function releaseOf(key: string, slots: Slots): Release {
    return () => {
      const [startNext] = slots.waiting
      if (startNext !== undefined) {
        // The slot goes to the next one, without being free in between.
        slots.waiting.delete(startNext)
        startNext()
        return
      }
      slots.running -= 1
      if (slots.running === 0) slotsOf.delete(key)
    }
  }

  return {
    acquire(key) {
      const slots = slotsOf.get(key) ?? { running: 0, waiting: new Set() }
      if (slots.running < atOnce) {
        slots.running += 1
        slotsOf.set(key, slots)
        return releaseOf(key, slots)
      }
      if (slots.waiting.size >= mostWaiting) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const start = () => {
          clearTimeout(timer)
          resolve(releaseOf(key, slots))
        }
        const timer = setTimeout(() => {
          slots.waiting.delete(start)
          resolve(undefined)
        }, waitMs)
        slots.waiting.add(start)
      })
    },
  }
}
