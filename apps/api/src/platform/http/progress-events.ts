import type { SessionUser } from './principal.ts'
import type { ProgressState, ProgressWatch } from './progress-watch.ts'

/** Milliseconds of silence after which a comment keeps proxies from closing the connection. */
const pingMs = 15_000

/**
 * Milliseconds for which one connection lasts. The browser then asks again with its session, so that a person who was signed
 * out or has lost the role stops receiving events.
 */
const mostMs = 300_000

/** Options of {@link progressEvents}. */
export interface ProgressEventsOptions {
  watch: ProgressWatch
  user: SessionUser
  workId: string
  /** State with which the events begin. */
  state: ProgressState
  /** Ends the events; the browser reads the state again. */
  isStopping: () => boolean
}

/**
 * Server-sent events of background work: its state, then each change of it, until it is done. A reader that is slow gets
 * the latest state alone.
 *
 * @throws {HttpError} 429 when too much work is followed at once
 */
export function progressEvents({
  watch,
  user,
  workId,
  state: first,
  isStopping,
}: ProgressEventsOptions): Response {
  const encoder = new TextEncoder()
  const startedAt = performance.now()
  let leave: () => void = () => undefined
  let last = ''
  let writtenAt = startedAt
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        writtenAt = performance.now()
        controller.enqueue(encoder.encode(text))
      }
      const end = (text = '') => {
        leave()
        if (text !== '') controller.enqueue(encoder.encode(text))
        controller.close()
      }
      const show = (state: ProgressState) => {
        const now = performance.now()
        const isRead = (controller.desiredSize ?? 0) > 0
        if (state.data !== last && (isRead || state.isDone)) {
          last = state.data
          write(`data: ${last}\n\n`)
        } else if (isRead && now - writtenAt > pingMs) write(': ping\n\n')
        if (state.isDone) end('data: [DONE]\n\n')
      }
      leave = watch.follow(user, workId, (state) => {
        const isOver = isStopping() || performance.now() - startedAt > mostMs
        if (state === null || isOver) end()
        else show(state)
      })
      show(first)
    },
    cancel: () => leave(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}
