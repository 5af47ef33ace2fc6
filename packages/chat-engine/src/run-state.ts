import type { RunState } from './types.ts'

/** Whether an answer is on its way: the stop control shows and nothing else may be sent. */
export function isActive(run: RunState): boolean {
  return run.phase === 'submitting' || run.phase === 'streaming' || run.phase === 'reconnecting'
}
