import { chatLimits } from '@org/api-client/contract'
import type { Clock } from '../../platform/process/clock.ts'
import { StreamBuffer } from './stream-buffer.ts'
import type { Claim, NewStream, StopReason, StreamLog, StreamWriter } from './stream-log.ts'

/** Settings of the log in memory. Times in milliseconds. */
export interface MemoryStreamLogOptions {
  clock: Clock
  /** A stream without a reader for this long is stopped. @default 60_000 */
  readerlessMs?: number
  /** Time that an ended stream can still be read, in ms. @default 300_000 */
  keepEndedMs?: number
  /** Returns the additional time in ms for a stream without a reader in this process. @default 0, always */
  readElsewhereMs?: (id: string) => Promise<number>
}

/** The stream log in memory, which can show what it holds to whoever copies it to other instances. */
export interface MemoryStreamLog extends StreamLog {
  buffer: (id: string) => StreamBuffer | undefined
}

/** The stream log of a single process. */
export function createMemoryStreamLog({
  clock,
  readerlessMs = chatLimits.readerlessMs,
  keepEndedMs = 300_000,
  readElsewhereMs = () => Promise.resolve(0),
}: MemoryStreamLogOptions): MemoryStreamLog {
  const streams = new Map<string, MemoryStream>()
  const claims = new Map<string, Omit<Claim, 'isNew'>>()
  function forget(id: string): void {
    streams.delete(id)
    for (const [key, claim] of claims) if (claim.streamId === id) claims.delete(key)
  }

  return {
    shared: false,
    buffer: (id) => streams.get(id)?.buffer,
    async open(stream) {
      const opened = new MemoryStream(stream, {
        clock,
        readerlessMs,
        readElsewhereMs,
        onEnd: (isDeleted) => {
          if (isDeleted) forget(stream.id)
          else clock.after(keepEndedMs, () => forget(stream.id))
        },
      })
      streams.set(stream.id, opened)
      return opened
    },
    async discard(id) {
      streams.get(id)?.discard()
      forget(id)
    },
    async state(id) {
      const stream = streams.get(id)
      if (stream === undefined) return undefined
      const { ended, lastId } = stream.buffer
      return { ownerId: stream.ownerId, ended, lastId }
    },
    async read(id, after) {
      return streams.get(id)?.buffer.read(after)
    },
    async stop(id, reason) {
      const stream = streams.get(id)
      if (reason === 'deleted' && stream?.buffer.ended === true) forget(id)
      return stream?.stop(reason) ?? false
    },
    async claim(key, streamId, fingerprint) {
      const known = claims.get(key)
      if (known !== undefined) return { ...known, isNew: false }
      claims.set(key, { streamId, fingerprint })
      return { streamId, fingerprint, isNew: true }
    },
    async close() {
      for (const stream of streams.values()) stream.discard()
      streams.clear()
      claims.clear()
    },
  }
}

interface MemoryStreamOptions extends Required<Omit<MemoryStreamLogOptions, 'keepEndedMs'>> {
  onEnd: (isDeleted: boolean) => void
}

class MemoryStream implements StreamWriter {
  readonly ownerId: string | null
  readonly buffer: StreamBuffer
  readonly #id: string
  readonly #onStop: (reason: StopReason) => void
  readonly #options: MemoryStreamOptions
  #stopped: StopReason | undefined
  #cancelWatch: () => void

  constructor(stream: NewStream, options: MemoryStreamOptions) {
    this.ownerId = stream.ownerId
    this.#id = stream.id
    this.#onStop = stream.onStop
    this.#options = options
    this.buffer = new StreamBuffer((readers) => this.#count(readers))
    this.#cancelWatch = this.#watch(options.readerlessMs)
  }

  append(data: string): void {
    this.buffer.append(data)
  }

  async end(): Promise<void> {
    if (this.buffer.ended) return
    this.discard()
    this.#options.onEnd(this.#stopped === 'deleted')
  }

  discard(): void {
    this.#cancelWatch()
    this.buffer.end()
  }

  stop(reason: StopReason): boolean {
    if (this.buffer.ended) return false
    const isFirst = this.#stopped === undefined
    if (isFirst || reason === 'deleted') this.#stopped = reason
    if (!isFirst) return false
    this.#onStop(reason)
    return true
  }

  #count(readers: number): void {
    this.#cancelWatch()
    if (readers === 0 && !this.buffer.ended) this.#cancelWatch = this.#watch(this.#options.readerlessMs)
  }

  #watch(ms: number): () => void {
    return this.#options.clock.after(ms, () => void this.#giveUp())
  }

  async #giveUp(): Promise<void> {
    const more = await this.#options.readElsewhereMs(this.#id)
    if (this.buffer.readers > 0 || this.buffer.ended) return
    if (more > 0) this.#cancelWatch = this.#watch(more)
    else this.stop('abandoned')
  }
}
