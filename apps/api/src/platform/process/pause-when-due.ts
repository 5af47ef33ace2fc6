import { yieldToEventLoop } from './yield-to-event-loop.ts'

// One slice and one statement of the embedded database (3 ms, 7 ms at most) share a turn, which may take 10 ms.
const sliceMs = 1.5

let sliceStartedAt = 0

/**
 * Splits long synchronous work into slices of 1.5 ms: yields to the event loop when that long has passed since the last
 * yield, otherwise resolves at once. Call it between steps of less than a millisecond. Pieces of work that use it at
 * the same time should take turns, because their slices would otherwise follow each other without a yield.
 */
export async function pauseWhenDue(): Promise<void> {
  if (performance.now() - sliceStartedAt < sliceMs) return
  await yieldToEventLoop()
  sliceStartedAt = performance.now()
}
