import os from 'node:os'

let running = 0

/**
 * Counts an answer as running in this process.
 *
 * @returns ends it; call it once
 */
export function countAnswer(): () => void {
  running += 1
  return () => {
    running -= 1
  }
}

/** Returns true while an answer is counted as running: background work rests between its steps. */
export function areAnswersRunning(): boolean {
  return running > 0
}

/**
 * Makes this process yield to servers that use the same database: it gets the lowest priority of the processor, and its
 * background work rests between its steps as if an answer were running for as long as the process runs.
 */
export function yieldToServers(): void {
  countAnswer()
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW)
  } catch {
    // The system may forbid it; the rests remain.
  }
}
