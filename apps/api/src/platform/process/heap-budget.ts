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
  /**
   * Ends slow uploads that hold memory which is needed now.
   *
   * @returns true when as many bytes are free, or will be soon: {@link wait} for them
   */
  reclaim: (bytes: number) => boolean
  /**
   * Lets others have this memory once it is held for `graceMs`.
   *
   * @param end ends the operation, which then releases its memory
   * @returns the function that makes the memory unavailable to others again
   */
  offer: (end: () => void) => () => void
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

interface Offer {
  /** Milliseconds of the budget's clock. */
  since: number
  held: () => number
  end: () => void
}

/** Options of {@link createHeapBudget}. */
export interface HeapBudgetOptions {
  /** Longest wait for memory, in ms. @default 30_000 */
  waitMs?: number
  /** Time in ms for which an upload holds memory that others need: a fast line sends the largest body in it. @default 15_000 */
  graceMs?: number
  /** Monotonic clock, in ms. @default performance.now */
  now?: () => number
}

/** Creates a budget of some bytes. */
export function createHeapBudget(bytes: number, options: HeapBudgetOptions = {}): HeapBudget {
  const { waitMs = 30_000, graceMs = 15_000, now = () => performance.now() } = options
  let left = bytes
  const waiters: Waiter[] = []
  const offers = new Set<Offer>()

  /** Ends the offered operations that hold most, until enough is free. */
  function reclaim(needed: number, own: Offer | undefined): boolean {
    let missing = needed - left
    const due = [...offers].filter((offer) => offer !== own && now() - offer.since >= graceMs)
    for (const offer of due.toSorted((one, other) => other.held() - one.held())) {
      if (missing <= 0) break
      missing -= offer.held()
      offers.delete(offer)
      offer.end()
    }
    return missing <= 0
  }

  function grantWaiting(): void {
    for (let next = waiters[0]; next !== undefined && next.bytes <= left; next = waiters[0]) {
      waiters.shift()
      next.grant()
    }
  }

  return {
    open() {
      let held = 0
      let offered: Offer | undefined
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
          const isTaken = () => waiters.length === 0 && take(more)
          if (isTaken()) return Promise.resolve()
          reclaim(more, offered)
          if (isTaken()) return Promise.resolve()
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
        reclaim: (more) => reclaim(more, offered),
        offer(end) {
          const offer = { since: now(), held: () => held, end }
          offered = offer
          offers.add(offer)
          return () => offers.delete(offer)
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
