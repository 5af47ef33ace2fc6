import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two looks at the work: one read by its primary key. */
const lookMs = 500

/** Milliseconds of silence after which a comment keeps proxies from closing the connection. */
const pingMs = 15_000

/**
 * Milliseconds for which one connection lasts. The browser then asks again with its session, so that a person who was
 * signed out or has lost the role stops receiving events.
 */
const mostMs = 300_000

/** Conditions that end the events. */
export interface ProgressEnd<State> {
  hasEnded: (state: State) => boolean
  /** True while the server stops; the browser then reads the state again. */
  isStopping: () => boolean
}

/** Server-sent events of background work: its state, then each change of it, until it has ended. */
export function progressEvents<State>(read: () => Promise<State>, end: ProgressEnd<State>): Response {
  const ending = new AbortController()
  const events = writeEvents(read, end, ending.signal)
  const body = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await events.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => ending.abort(),
  })
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

async function* writeEvents<State>(
  read: () => Promise<State>,
  { hasEnded, isStopping }: ProgressEnd<State>,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const startedAt = performance.now()
  let last = ''
  let writtenAt = startedAt
  while (!isStopping() && !signal.aborted && performance.now() - startedAt < mostMs) {
    const state = await read()
    const data = JSON.stringify(state)
    if (data !== last) {
      last = data
      writtenAt = performance.now()
      yield `data: ${data}\n\n`
    } else if (performance.now() - writtenAt > pingMs) {
      writtenAt = performance.now()
      yield ': ping\n\n'
    }
    if (hasEnded(state)) {
      yield 'data: [DONE]\n\n'
      return
    }
    await delay(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
