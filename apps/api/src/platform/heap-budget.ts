import { getHeapStatistics } from 'node:v8'

/** Share of the heap budget that one operation holds. */
export interface HeldMemory {
  /** Takes more; false, and nothing taken, when there is not as much left. */
  take: (bytes: number) => boolean
  /** Gives all of it back. */
  release: () => void
}

/** Memory that large things share: what finds none left is asked to come again, before the process runs out of it. */
export interface HeapBudget {
  open: () => HeldMemory
}

/** @param bytes as much as there is */
export function createHeapBudget(bytes: number): HeapBudget {
  let left = bytes
  return {
    open() {
      let held = 0
      return {
        take(more) {
          if (more > left) return false
          left -= more
          held += more
          return true
        },
        release() {
          left += held
          held = 0
        },
      }
    },
  }
}

/** Half of this process's heap: the other half is for everything that is small. */
export const heapBudget: HeapBudget = createHeapBudget(getHeapStatistics().heap_size_limit / 2)
