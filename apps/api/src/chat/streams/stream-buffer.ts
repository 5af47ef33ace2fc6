import type { StreamReader, StreamRecord } from './stream-log.ts'

// Largest piece for one reader, in characters: a reader that lags far behind must not fill its connection's memory.
const pieceCharacters = 64 * 1024

/** The events of one stream in this process's memory, and whoever reads them here. */
export class StreamBuffer {
  ended = false
  readonly #records: StreamRecord[] = []
  readonly #onReaders: (count: number) => void
  readonly #readers = new Set<BufferReader>()
  #broken = false
  #telling = false

  /** @param onReaders told the number of readers whenever it changes */
  constructor(onReaders: (count: number) => void = () => undefined) {
    this.#onReaders = onReaders
  }

  get lastId(): number {
    return this.#records.length
  }

  get readers(): number {
    return this.#readers.size
  }

  append(data: string): void {
    if (this.ended) return
    this.#records.push({ id: this.#records.length + 1, data })
    this.#tell()
  }

  end(): void {
    this.ended = true
    this.#tell()
  }

  /** Cuts off all readers, without an end: the stream goes on elsewhere. */
  breakOff(): void {
    this.#broken = true
    this.#tell()
  }

  /** The events after number `after`. */
  since(after: number): StreamRecord[] {
    return this.#records.slice(after)
  }

  /**
   * A reader holds a place in the events, and no copy of them.
   *
   * @param isCopy events come here later than to others: who has read further waits until they are here
   */
  read(after: number, isCopy = false): StreamReader {
    const place = Math.min(Math.max(0, after), isCopy ? Infinity : this.#records.length)
    const reader = new BufferReader(this, place)
    this.#readers.add(reader)
    this.#onReaders(this.#readers.size)
    return reader
  }

  /** Returns the next events of a reader that has received those up to number `from`; null at the end. */
  piece(from: number): StreamRecord[] | null {
    if (this.#broken) throw new Error('The stream is not read here any longer.')
    // Events read at another instance are missing here: the last event at least contains the end.
    const start = this.ended && from > this.#records.length ? Math.max(0, this.#records.length - 1) : from
    let end = start
    for (let left = pieceCharacters; left > 0 && end < this.#records.length; end += 1) {
      left -= this.#records[end]?.data.length ?? 0
    }
    return this.ended && end === start ? null : this.#records.slice(start, end)
  }

  /** Forgets a reader. */
  leave(reader: BufferReader): void {
    if (this.#readers.delete(reader)) this.#onReaders(this.#readers.size)
  }

  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    queueMicrotask(() => {
      this.#telling = false
      for (const reader of this.#readers) reader.onNews()
    })
  }
}

// Nothing waits in it: thousands of promises, new ones at every event, would be work for the garbage collector.
class BufferReader implements StreamReader {
  onNews: () => void = nobody
  readonly #buffer: StreamBuffer
  /** The number of the last event that was taken. */
  #place: number
  #open = true

  constructor(buffer: StreamBuffer, place: number) {
    this.#buffer = buffer
    this.#place = place
  }

  take(): StreamRecord[] | null {
    if (!this.#open) return null
    const piece = this.#buffer.piece(this.#place)
    this.#place = piece?.at(-1)?.id ?? this.#place
    return piece
  }

  close(): void {
    this.#open = false
    this.#buffer.leave(this)
  }
}

function nobody(): void {}
