import { availableParallelism } from 'node:os'
import { HttpError } from '../platform/http/http-error.ts'

/** More waiting than this is an attack, or a machine that is too small. */
const maxWaiting = 200

/** Lets as many tasks run at once as there are processors: more would only make each of them slower. */
export interface HashingLimiter {
  /** @throws {HttpError} 503 when too many are waiting */
  run: <Result>(task: () => Promise<Result>) => Promise<Result>
}

/** @param places how many run at once @default the number of processors */
export function createHashingLimiter(places = availableParallelism()): HashingLimiter {
  const waiting: (() => void)[] = []
  let free = places
  return {
    async run(task) {
      if (free > 0) free -= 1
      else if (waiting.length >= maxWaiting) {
        throw new HttpError('unavailable', 'Too many people are signing in. Please try again shortly.', {
          retryAfterSeconds: 5,
        })
      } else {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
      }
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        // The place goes straight to who waited longest.
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
