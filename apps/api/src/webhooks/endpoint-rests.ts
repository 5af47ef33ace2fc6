import type { Attempt } from './deliveries.store.ts'

/** Endpoints that rest after an attempt that has failed slowly. */
export interface EndpointRests {
  /** Returns whether an endpoint rests. */
  isResting: (endpointId: string, now: Date) => boolean
  /** Begins the rest that an attempt has caused, or ends the one before. */
  note: (endpointId: string, attempt: Pick<Attempt, 'at' | 'durationMs' | 'error'>) => void
}

/** Milliseconds from which a failed attempt is slow: faster ones cost the other endpoints nothing. */
const slowMs = 1000

/** Length of a rest in lengths of the attempt: an endpoint that never answers has a worker for a twentieth of the time. */
const restFactor = 20

/**
 * Creates the rests of one process. Without them, the events of eight unreachable endpoints would wait for their timeouts
 * one after the other, and the events of all other endpoints behind them.
 */
export function createEndpointRests(): EndpointRests {
  const until = new Map<string, number>()
  return {
    isResting(endpointId, now) {
      const end = until.get(endpointId) ?? 0
      const isOver = end <= now.getTime()
      if (isOver) until.delete(endpointId)
      return !isOver
    },
    note(endpointId, { at, durationMs, error }) {
      if (error === null || durationMs === null || durationMs < slowMs) until.delete(endpointId)
      else until.set(endpointId, at.getTime() + durationMs * (1 + restFactor))
    },
  }
}
