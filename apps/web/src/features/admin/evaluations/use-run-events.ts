import { createEvaluationCalls } from '@org/api-client'
import type { EvaluationRun } from '@org/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { followEvents } from '../follow-events.ts'
import { putRun, readEvaluationsAgain } from './evaluations.queries.ts'

/** Returns whether a run has ended. */
export function hasEnded({ status }: EvaluationRun): boolean {
  return status === 'done' || status === 'cancelled'
}

/**
 * Follows a run until it ends, and has the lists read again then.
 *
 * @param runId null: none is followed
 */
export function useRunEvents(runId: string | null): void {
  const calls = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (runId === null) return undefined
    return followEvents({
      open: (options) => calls.evaluationEvents(runId, options),
      onState: (state) => putRun(queryClient, state),
      hasEnded,
      onEnd: () => readEvaluationsAgain(queryClient),
    })
  }, [runId, calls, queryClient])
}
