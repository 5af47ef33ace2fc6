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

const encoder = new TextEncoder()
const ping = encoder.encode(': ping\n\n')
const sentinel = encoder.encode(`data: ${streamSentinel}\n\n`)

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
  // A timer for every event would take longer than sending it: silence is counted in halves of the longest.
  let quietHalves = 0
  let cancelBeat: () => void
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const beat = () => {
          const { desiredSize } = controller
          if (desiredSize === null) return
          quietHalves += 1
          // Below 0 there is something to send, which the connection does not take.
          if (quietHalves >= 2 && desiredSize === 0) {
            controller.enqueue(ping)
            quietHalves = 0
          }
          cancelBeat = clock.after(pingMs / 2, beat)
        }
        controller.enqueue(ping)
        cancelBeat = clock.after(pingMs / 2, beat)
      },
      async pull(controller) {
        const records = await reader.next()
        quietHalves = 0
        if (records !== null) {
          const [first] = records
          const alone = records.length === 1 && first !== undefined
          controller.enqueue(alone ? encoded(first) : encoder.encode(records.map(formatted).join('')))
          return
        }
        cancelBeat()
        reader.close()
        controller.enqueue(sentinel)
        controller.close()
      },
      cancel() {
        cancelBeat()
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
