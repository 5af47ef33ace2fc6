import { setImmediate } from 'node:timers/promises'

/** Resolves after other connections have been served: call it between two long synchronous steps. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate()
}
