import type { AnswerState } from './answer.ts'
import type { EngineContext } from './context.ts'
import { askedWaitMs, isFinal } from './failures.ts'
import type { AnswerStream } from './transport.ts'

/** A run, as far as its stream is taken up again. */
export interface ReconnectingRun {
  readonly answer: AnswerState
  readonly controller: AbortController
  readonly streamId: string | null
  readonly isSettled: boolean
  /** True when another tab reads the stream, and this tab reads from that tab. */
  isFollowing: boolean
  /** Attempts since something new arrived; -1 grants one more, at once. */
  attempts: number
  /** Ends the wait for the next attempt. */
  cancelWait: () => void
  /** Makes the next attempt now, unless the server asked to wait. */
  retryNow: () => void
}

/** Result: the rest of the stream, or none; `lost` can be retried once there is a connection, `gone` cannot. */
export type Reconnected = AnswerStream | 'nothing_left' | 'lost' | 'gone'

/** A server stops a stream that nobody has read for so long: to wait any longer is of no use. */
export const READERLESS_MS = 60_000

export function createReconnect(context: EngineContext) {
  return async function reconnect(run: ReconnectingRun): Promise<Reconnected> {
    const { streamId, controller } = run
    if (streamId === null) return 'gone'
    const { reconnectDelaysMs } = context.limits
    let askedMs = 0
    while (run.attempts < reconnectDelaysMs.length) {
      const ms = reconnectDelaysMs[run.attempts] ?? 0
      run.attempts += 1
      await wait(run, ms - (ms / 2) * context.random(), askedMs)
      if (run.isSettled) return 'gone'
      try {
        const call = { afterSeq: run.answer.lastSeq, signal: controller.signal }
        const followed = await context.tabs?.follow(streamId, call)
        run.isFollowing = followed !== null && followed !== undefined
        if (run.isSettled) return 'gone'
        return followed ?? (await context.transport.reconnect(streamId, call)) ?? 'nothing_left'
      } catch (error) {
        askedMs = askedWaitMs(error)
        if (run.isSettled || isFinal(error) || askedMs > READERLESS_MS) return 'gone'
      }
    }
    return 'lost'
  }

  function wait(run: ReconnectingRun, ms: number, askedMs: number) {
    return new Promise<void>((resolve) => {
      if (ms + askedMs <= 0) return resolve()
      const cancel = context.clock.setTimer(resolve, ms + askedMs)
      run.cancelWait = () => {
        cancel()
        resolve()
      }
      run.retryNow = askedMs > 0 ? () => undefined : run.cancelWait
    })
  }
}
