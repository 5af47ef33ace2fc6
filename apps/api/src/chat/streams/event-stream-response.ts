import { PassThrough, Readable, type Writable } from 'node:stream'
import { type ChatEvent, chatEventSchema, chatLimits, streamSentinel } from '@org/api-client/contract'
import { type Language, say } from '../../languages/say.ts'
import type { AppContext } from '../../platform/http/app-env.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { StreamReader, StreamRecord } from './stream-log.ts'

/** Answers a call with a stream's events; the reader is given back when the connection goes. */
export type RespondWithEvents = (c: AppContext, streamId: string, reader: StreamReader) => Response

const ping = Buffer.from(': ping\n\n')
const sentinel = Buffer.from(`data: ${streamSentinel}\n\n`)

/**
 * Writes streams as server-sent events, each ending with `[DONE]`. A comment comes first, so that proxies and
 * readers see at once that there is an answer; another breaks every long silence.
 *
 * @param pingMs the longest silence in milliseconds @default 15_000
 */
export function createEventStreams(clock: Clock, pingMs = chatLimits.pingMs): RespondWithEvents {
  const open = new Set<EventStream>()
  let cancelBeat: () => void = () => undefined

  // One timer for all: silence is counted in halves of the longest.
  function scheduleBeat(): void {
    cancelBeat = clock.after(pingMs / 2, () => {
      for (const stream of open) stream.beat()
      if (open.size > 0) scheduleBeat()
    })
  }

  function write(connection: Writable, reader: StreamReader, language: Language): void {
    // Gone already, and nothing will say so again.
    if (connection.destroyed) {
      reader.close()
      return
    }
    const stream = new EventStream(connection, reader, language)
    if (open.size === 0) scheduleBeat()
    open.add(stream)
    connection.once('close', () => {
      open.delete(stream)
      if (open.size === 0) cancelBeat()
      reader.close()
    })
  }

  return (c, streamId, reader) => {
    const language = readerLanguage(c)
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Stream-Id': streamId,
    }
    if (c.env?.writeBody === undefined) {
      const connection = new PassThrough()
      write(connection, reader, language)
      return new Response(Readable.toWeb(connection), { headers })
    }
    // Also when nothing but the headers is sent.
    c.env.outgoing?.once('close', () => reader.close())
    c.env.writeBody((connection) => write(connection, reader, language))
    return c.body(null, 200, headers)
  }
}

/** A stream on its way to one connection, no faster than that takes it. */
class EventStream {
  readonly #connection: Writable
  readonly #reader: StreamReader
  readonly #language: Language
  #quietHalves = 0

  constructor(connection: Writable, reader: StreamReader, language: Language) {
    this.#connection = connection
    this.#reader = reader
    this.#language = language
    const flush = () => this.#flush()
    reader.onNews = flush
    connection.on('drain', flush)
    connection.write(ping)
    flush()
  }

  beat(): void {
    this.#quietHalves += 1
    // A connection that does not take even what it was given is to be found silent, and cut.
    if (this.#quietHalves < 2 || this.#connection.writableLength > 0) return
    this.#connection.write(ping)
    this.#quietHalves = 0
  }

  #flush(): void {
    const connection = this.#connection
    try {
      while (!connection.destroyed && !connection.writableEnded && !connection.writableNeedDrain) {
        const taken = this.#reader.take()
        if (taken === null) {
          connection.end(sentinel)
          return
        }
        if (taken.length === 0) return
        connection.write(written(inLanguage(this.#language, taken)))
        this.#quietHalves = 0
      }
    } catch {
      // Without `[DONE]` the client resumes the stream, at another instance if necessary.
      connection.destroy()
    }
  }
}

// Other events contain model output and names, which are not translated.
const sentence = /^\{"type":"(?:error|status)"/u

/** The events with our own sentences in the reader's language; the others are the same objects. */
function inLanguage(language: Language, records: readonly StreamRecord[]): readonly StreamRecord[] {
  return language === 'en' ? records : records.map((record) => translated(language, record))
}

function translated(language: Language, record: StreamRecord): StreamRecord {
  if (!sentence.test(record.data)) return record
  const { data: event } = chatEventSchema.safeParse(JSON.parse(record.data))
  if (event?.type === 'error') return withEvent(record, { ...event, message: say(language, event.message) })
  if (event?.type === 'status') return withEvent(record, { ...event, content: say(language, event.content) })
  return record
}

function withEvent({ id }: StreamRecord, event: ChatEvent): StreamRecord {
  return { id, data: JSON.stringify(event) }
}

// All readers of a running answer are given a new record one after the other: it is written out once for all of them.
// The bytes of older ones are nobody's, and would be held for as long as the answer is.
let latest: { record: StreamRecord; bytes: Buffer } | undefined

function written(records: readonly StreamRecord[]): Buffer {
  const [record] = records
  if (record === undefined || records.length > 1) return Buffer.from(records.map(formatted).join(''))
  if (latest?.record !== record) latest = { record, bytes: Buffer.from(formatted(record)) }
  return latest.bytes
}

function formatted({ id, data }: StreamRecord): string {
  return `id: ${id}\ndata: ${data}\n\n`
}
