import { constants } from 'node:os'
import { lowerPriority } from './lower-priority.ts'

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
 * Rest after background work as a multiple of its duration: the work takes a tenth of the time, so that few tokens are
 * delayed by it. docs/decisions/0016 has the figures of several multiples.
 */
const restShare = 9
/**
 * Longest rest in ms: writes of up to 100 ms, as on a busy machine, still let an import of 500 pages end within 5 minutes,
 * and the next save of a person does not wait for longer.
 */
const longestRestMs = 500

/** Rest in ms that background work takes after a step of `stepMs` while {@link areAnswersRunning}. */
export function restAfter(stepMs: number): number {
  return Math.min(longestRestMs, restShare * stepMs)
}

/**
 * Makes this process yield to servers that use the same database: it gets the lowest priority of the processor, and its
 * background work rests between its steps as if an answer were running for as long as the process runs.
 */
export function yieldToServers(): void {
  countAnswer()
  lowerPriority(constants.priority.PRIORITY_LOW)
}
