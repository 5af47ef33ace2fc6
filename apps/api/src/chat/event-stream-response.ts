import { chatLimits, streamSentinel } from '@org/api-client/contract'
import type { Clock } from './clock.ts'
import type { StreamReader, StreamRecord } from './stream-log.ts'

/** What a response is written from. */
export interface EventStreamOptions {
  streamId: string
  reader: StreamReader
  clock: Clock
  /** The longest silence in milliseconds. @default 15_000 */
  pingMs?: number
}

const ping = new TextEncoder().encode(': ping\n\n')
const quiet = Symbol('quiet')

/**
 * Writes a stream as server-sent events, ending with `[DONE]`. A comment comes first, so that proxies and
 * readers see at once that there is an answer. Events are taken from the log only as fast as the connection takes
 * them, and the reader is given back when the connection goes.
 */
export function eventStreamResponse({
  streamId,
  reader,
  clock,
  pingMs = chatLimits.pingMs,
}: EventStreamOptions): Response {
  let pending: Promise<StreamRecord[] | null> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(ping)
      },
      async pull(controller) {
        pending ??= reader.next()
        const records = await untilQuiet(pending, clock, pingMs)
        if (records === quiet) {
          controller.enqueue(ping)
          return
        }
        pending = undefined
        if (records !== null) {
          const [first] = records
          const alone = records.length === 1 && first !== undefined
          controller.enqueue(alone ? encoded(first) : encoder.encode(records.map(formatted).join('')))
          return
        }
        reader.close()
        controller.enqueue(encoder.encode(`data: ${streamSentinel}\n\n`))
        controller.close()
      },
      cancel() {
        reader.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Stream-Id': streamId,
    },
  })
}

const encoder = new TextEncoder()
// All readers of a running answer are given the same record: it is written out once for all of them.
const written = new WeakMap<StreamRecord, Uint8Array>()

function encoded(record: StreamRecord): Uint8Array {
  const known = written.get(record)
  if (known !== undefined) return known
  const bytes = encoder.encode(formatted(record))
  written.set(record, bytes)
  return bytes
}

function formatted({ id, data }: StreamRecord): string {
  return `id: ${id}\ndata: ${data}\n\n`
}

function untilQuiet<Value>(value: Promise<Value>, clock: Clock, ms: number): Promise<Value | typeof quiet> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(quiet))
    value.then(resolve, reject).finally(cancel)
  })
}
