import { createEvaluationCalls } from '@org/api-client'
import type { EvaluationCalls, EvaluationRun } from '@org/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { putRun, readEvaluationsAgain } from './evaluations.queries.ts'

/** Milliseconds before events that broke off are asked for again. */
const pauseMs = 3000

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
  useEffect(
    () => (runId === null ? undefined : followRun(runId, calls, queryClient)),
    [runId, calls, queryClient],
  )
}

/** Follows a run; the returned function ends it. */
function followRun(runId: string, calls: EvaluationCalls, queryClient: QueryClient): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  async function follow(): Promise<void> {
    const isDone = await readEvents(runId, { calls, queryClient, signal })
    if (isDone) await readEvaluationsAgain(queryClient)
    else if (!signal.aborted) timer = setTimeout(() => void follow(), pauseMs)
  }
  void follow()
  return () => {
    leaving.abort()
    clearTimeout(timer)
  }
}

/** Puts each state into the list; false when the connection broke, or the server restarts. */
async function readEvents(
  runId: string,
  { calls, queryClient, signal }: { calls: EvaluationCalls; queryClient: QueryClient; signal: AbortSignal },
): Promise<boolean> {
  try {
    for await (const state of calls.evaluationEvents(runId, { signal })) {
      putRun(queryClient, state)
      if (hasEnded(state)) return true
    }
  } catch {
    // The caller follows it again.
  }
  return false
}
