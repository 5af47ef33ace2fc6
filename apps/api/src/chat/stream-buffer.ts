import type { StreamReader, StreamRecord } from './stream-log.ts'

// What one reader is handed at once: a reader that lags far behind must not fill the memory of its connection.
const pieceCharacters = 64 * 1024

/** The events of one stream in this process's memory, and whoever reads them here. */
export class StreamBuffer {
  ended = false
  readonly #records: StreamRecord[] = []
  /** Fulfilled when there is more, or the end; one for all who wait. */
  #news = Promise.withResolvers<void>()
  readonly #onReaders: (count: number) => void
  #readers = 0
  #broken = false

  /** @param onReaders told the number of readers whenever it changes */
  constructor(onReaders: (count: number) => void = () => undefined) {
    this.#onReaders = onReaders
  }

  get lastId(): number {
    return this.#records.length
  }

  get readers(): number {
    return this.#readers
  }

  append(data: string): void {
    if (this.ended) return
    this.#records.push({ id: this.#records.length + 1, data })
    this.#wake()
  }

  end(): void {
    this.ended = true
    this.#wake()
  }

  /** Cuts off all readers, without an end: the stream goes on elsewhere. */
  breakOff(): void {
    this.#broken = true
    this.#wake()
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
    let place = Math.min(Math.max(0, after), isCopy ? Infinity : this.#records.length)
    let open = true
    this.#readers += 1
    this.#onReaders(this.#readers)
    return {
      next: async () => {
        for (;;) {
          if (!open) return null
          if (this.#broken) throw new Error('The stream is not read here any longer.')
          // What was read elsewhere never came here: the last event says at least how it ended.
          if (this.ended && place > this.#records.length) place = Math.max(0, this.#records.length - 1)
          const news = this.#piece(place)
          place += news.length
          if (news.length > 0) return news
          if (this.ended) return null
          await this.#news.promise
        }
      },
      close: () => {
        if (!open) return
        open = false
        this.#readers -= 1
        this.#onReaders(this.#readers)
        this.#wake()
      },
    }
  }

  #piece(from: number): StreamRecord[] {
    let end = from
    for (let left = pieceCharacters; left > 0 && end < this.#records.length; end += 1) {
      left -= this.#records[end]?.data.length ?? 0
    }
    return this.#records.slice(from, end)
  }

  #wake(): void {
    const { resolve } = this.#news
    this.#news = Promise.withResolvers<void>()
    resolve()
  }
}
