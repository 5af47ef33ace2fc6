import { readdirSync } from 'node:fs'
import os from 'node:os'

/**
 * Gives the threads of this process a lower priority of the processor. On Linux, `os.setPriority` reaches the calling thread
 * alone: those of the garbage collector, which Node starts before any script runs, would go on beside servers as equals.
 *
 * Throws nothing: where the system forbids it, the priority stays.
 */
export function lowerPriority(priority: number): void {
  for (const thread of [0, ...otherThreads()]) {
    try {
      os.setPriority(thread, priority)
    } catch {
      // The thread has ended, or the system may forbid it.
    }
  }
}

/** Ids of the threads of this process on Linux; none on other systems, where the priority is that of the process. */
function otherThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}
