import { getHeapStatistics } from 'node:v8'
import { HttpError } from '../http/http-error.ts'

/** Share of the heap budget that one operation holds. */
export interface HeldMemory {
  /** Takes more; false, and nothing taken, when there is not as much left. */
  take: (bytes: number) => boolean
  /**
   * Takes more as soon as there is as much left, first come, first served.
   *
   * @throws {HttpError} 503 after `waitMs` without enough memory, and at once for more than the whole budget
   */
  wait: (bytes: number) => Promise<void>
  /** Gives all of it back. */
  release: () => void
}

/** Memory that large objects share: an operation that finds none left is refused or waits before the heap is full. */
export interface HeapBudget {
  open: () => HeldMemory
}

interface Waiter {
  bytes: number
  grant: () => void
}

/**
 * Creates a budget.
 *
 * @param bytes size of the budget
 * @param waitMs longest wait for memory, in ms @default 30_000
 */
export function createHeapBudget(bytes: number, waitMs = 30_000): HeapBudget {
  let left = bytes
  const waiters: Waiter[] = []

  function grantWaiting(): void {
    for (let next = waiters[0]; next !== undefined && next.bytes <= left; next = waiters[0]) {
      waiters.shift()
      next.grant()
    }
  }

  return {
    open() {
      let held = 0
      const take = (more: number): boolean => {
        if (more > left) return false
        left -= more
        held += more
        return true
      }
      return {
        take,
        wait(more) {
          // It would wait in vain, and keep the others waiting behind it.
          if (more > bytes) return Promise.reject(busy())
          if (waiters.length === 0 && take(more)) return Promise.resolve()
          return new Promise((resolve, reject) => {
            const waiter: Waiter = {
              bytes: more,
              grant: () => {
                clearTimeout(timer)
                take(more)
                resolve()
              },
            }
            const timer = setTimeout(() => {
              waiters.splice(waiters.indexOf(waiter), 1)
              reject(busy())
              // A smaller one behind it may fit.
              grantWaiting()
            }, waitMs)
            waiters.push(waiter)
          })
        },
        release() {
          left += held
          held = 0
          grantWaiting()
        },
      }
    },
  }
}

function busy(): HttpError {
  return new HttpError('unavailable', 'The server is busy. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

/** Half of this process's heap: the other half is for everything that is small. */
export const heapBudget: HeapBudget = createHeapBudget(getHeapStatistics().heap_size_limit / 2)
