import type { RunState } from '../types.ts'

/** Returns whether an answer is running: the stop control shows and sending is blocked. */
export function isRunActive(run: RunState): boolean {
  return run.phase === 'submitting' || run.phase === 'streaming' || run.phase === 'reconnecting'
}
