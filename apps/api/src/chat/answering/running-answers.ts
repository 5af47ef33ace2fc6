import type { Logger } from 'pino'
import type { AnswerLimiter, Principal } from '../../limits/answer-limiter.ts'
import { countAnswer } from '../../platform/process/answer-count.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { StopReason, StreamLog } from '../streams/stream-log.ts'
import { shutdown } from './answer-run.ts'
import type { OpenStream } from './answer-task.ts'
import type { MakeAnswer } from './make-answer.ts'

/** Dependencies of running answers. */
export interface RunningAnswersOptions {
  clock: Clock
  log: Logger
  limiter: AnswerLimiter
  streams: StreamLog
  makeAnswer: MakeAnswer
}

/** The answers that this process is making. */
export interface RunningAnswers {
  readonly size: number
  open: (streamId: string, ownerId: string | null, principal: Principal) => Promise<OpenStream>
  /** Waits for them; those that still run after `graceMs` are aborted with {@link shutdown}. */
  end: (graceMs: number) => Promise<void>
}

export function createRunningAnswers({
  clock,
  log,
  limiter,
  streams,
  makeAnswer,
}: RunningAnswersOptions): RunningAnswers {
  const running = new Map<AbortController, Promise<void>>()

  return {
    get size() {
      return running.size
    },
    async open(streamId, ownerId, principal) {
      const release = await limiter.acquire(principal, streamId)
      const controller = new AbortController()
      // From now on a stop of the server waits for this answer.
      const { promise: over, resolve } = Promise.withResolvers<void>()
      running.set(controller, over)
      const uncount = countAnswer()
      const finish = () => {
        release()
        running.delete(controller)
        uncount()
        resolve()
      }
      try {
        const onStop = (reason: StopReason) => controller.abort(reason)
        const writer = await streams.open({ id: streamId, ownerId, onStop })
        return {
          answer(task) {
            void makeAnswer(task, { writer, signal: controller.signal, principal })
              .catch((error: unknown) => log.error({ error, stream_id: streamId }, 'an answer broke'))
              // Before the end of the stream: a client that receives it may send the next question at once.
              .then(release)
              .then(() => writer.end())
              .finally(finish)
          },
          async discard() {
            finish()
            await streams.discard(streamId)
          },
        }
      } catch (error) {
        finish()
        throw error
      }
    },
    async end(graceMs) {
      if (running.size === 0) return
      const all = () => Promise.allSettled(running.values())
      const { promise: graceIsOver, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(graceMs, resolve)
      if (graceMs > 0) await Promise.race([all(), graceIsOver])
      cancel()
      for (const controller of running.keys()) controller.abort(shutdown)
      await all()
    },
  }
}
