import { yieldToEventLoop } from './yield-to-event-loop.ts'

// Several slices fit into the 10 ms in which one search may hold the event loop.
const sliceMs = 3

let sliceStartedAt = 0

/**
 * Splits long synchronous work into slices of 3 ms: yields to the event loop when that long has passed since the last
 * yield, otherwise resolves at once. Call it between steps of less than a millisecond. Pieces of work that use it at
 * the same time should take turns, because their slices would otherwise follow each other without a yield.
 */
export async function pauseWhenDue(): Promise<void> {
  if (performance.now() - sliceStartedAt < sliceMs) return
  await yieldToEventLoop()
  sliceStartedAt = performance.now()
}
