import type { ContentImport } from '@org/api-client/contract'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two looks at an import: one read by its primary key. */
const lookMs = 500

/** Milliseconds of silence after which a comment keeps proxies from closing the connection. */
const pingMs = 15_000

/**
 * Server-sent events of an import: its state, then each change of it, until it is done.
 *
 * @param isStopping ends the events; the browser reads the state again
 */
export function importEvents(read: () => Promise<ContentImport>, isStopping: () => boolean): Response {
  const ending = new AbortController()
  const events = writeEvents(read, isStopping, ending.signal)
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

async function* writeEvents(
  read: () => Promise<ContentImport>,
  isStopping: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  let last = ''
  let writtenAt = performance.now()
  while (!isStopping() && !signal.aborted) {
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
    if (state.status === 'done') {
      yield 'data: [DONE]\n\n'
      return
    }
    await delay(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
