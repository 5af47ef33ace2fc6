import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { HttpError, invalid } from '../http/http-error.ts'
import { yieldToEventLoop } from '../process/yield-to-event-loop.ts'

const quote = 0x22
const backslash = 0x5c

/** Bytes from which a string is taken out of its JSON text. */
const longBytes = 64 * 1024

/** Bytes of the longest string in any body: an image of 5 MiB in base64 takes 7 MiB. */
const maxStringBytes = 8 * 1024 * 1024

/** Bytes that remain when the long strings are taken out; parsing this many takes some 30 ms. */
const maxShortBytes = 16 * 1024 * 1024

/**
 * Splits a JSON text into its long plain strings, such as images in base64, and a short text of everything else:
 * decoding and parsing all of it at once would stop the event loop. Push the chunks as they arrive, parse what
 * `short()` returns, and give the value to `restore()`. A string with escapes or with other characters than ASCII
 * stays in the short text.
 *
 * @example
 * for (const chunk of chunks) strings.push(chunk) // {"text":"Hi","data":"iVBORw0…"}
 * const value = JSON.parse(strings.short()) // {"text":"Hi","data":"\u0000key:0"}
 * await strings.restore(value) // {"text":"Hi","data":"iVBORw0…"}
 */
export class LongStrings {
  readonly #key = `\0${randomUUID()}:`
  readonly #short: Uint8Array[] = []
  readonly #long: Uint8Array[][] = []
  #shortBytes = 0
  /** The pieces of a string that began in an earlier chunk. */
  #open: Uint8Array[] | undefined
  #openBytes = 0
  #isOpenPlain = true
  /** The number of backslashes at the end of the chunk before. */
  #escapes = 0

  /** @throws {HttpError} 422 for a string that is too long, 413 for too much besides the long strings */
  push(chunk: Uint8Array): void {
    let stored = 0
    let at = 0
    if (this.#open !== undefined) {
      const end = this.#endOfString(chunk, 0)
      this.#extend(this.#open, chunk.subarray(0, end))
      if (end === chunk.length) return
      this.#close(this.#open)
      stored = end
      at = end + 1
    }
    for (let start = chunk.indexOf(quote, at); start !== -1; start = chunk.indexOf(quote, at)) {
      this.#escapes = 0
      const end = this.#endOfString(chunk, start + 1)
      if (end === chunk.length) {
        this.#keep(chunk.subarray(stored, start + 1))
        this.#open = []
        this.#openBytes = 0
        this.#isOpenPlain = true
        this.#extend(this.#open, chunk.subarray(start + 1))
        return
      }
      at = end + 1
    }
    this.#keep(chunk.subarray(stored))
  }

  /** Returns the JSON text with a key in the place of each long string. */
  short(): Buffer {
    return Buffer.concat(this.#short)
  }

  /**
   * Puts the long strings back into the parsed value, which it changes and returns.
   *
   * @throws {HttpError} 400 for a string that JSON does not allow
   */
  async restore(value: unknown): Promise<unknown> {
    if (this.#long.length === 0) return value
    const texts = new Map<string, string>()
    for (const [index, pieces] of this.#long.entries()) {
      const text = Buffer.concat(pieces).toString('latin1')
      if (/[^ -\u{10FFFF}]/u.test(text)) throw new HttpError('malformed', 'The body is not valid JSON.')
      texts.set(`${this.#key}${index}`, text)
      await yieldToEventLoop()
    }
    return replaceTexts(value, texts)
  }

  #endOfString(chunk: Uint8Array, begin: number): number {
    for (let end = chunk.indexOf(quote, begin); end !== -1; end = chunk.indexOf(quote, end + 1)) {
      if (this.#escapesBefore(chunk, begin, end) % 2 === 0) return end
    }
    this.#escapes = this.#escapesBefore(chunk, begin, chunk.length)
    return chunk.length
  }

  #escapesBefore(chunk: Uint8Array, begin: number, end: number): number {
    let run = 0
    while (end - run > begin && chunk[end - run - 1] === backslash) run += 1
    return end - run === begin ? run + this.#escapes : run
  }

  #extend(open: Uint8Array[], piece: Uint8Array): void {
    open.push(piece)
    this.#openBytes += piece.length
    this.#isOpenPlain &&= isAscii(piece) && !piece.includes(backslash)
    if (this.#openBytes > maxStringBytes) {
      const message = 'A text of the body is longer than {0} MB.'
      throw invalid([{ path: '', message }], maxStringBytes / 1024 / 1024)
    }
  }

  #close(open: Uint8Array[]): void {
    this.#open = undefined
    this.#escapes = 0
    if (this.#openBytes <= longBytes || !this.#isOpenPlain) {
      for (const piece of open) this.#keep(piece)
      return
    }
    this.#keep(Buffer.from(JSON.stringify(`${this.#key}${this.#long.length}`).slice(1, -1)))
    this.#long.push(open)
  }

  #keep(piece: Uint8Array): void {
    this.#shortBytes += piece.length
    if (this.#shortBytes > maxShortBytes) {
      throw new HttpError('too_large', 'The body is larger than {0} bytes.', { values: [maxShortBytes] })
    }
    this.#short.push(piece)
  }
}

function replaceTexts(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  for (const [key, inner] of Object.entries(value)) {
    const replaced = replaceTexts(inner, texts)
    // A plain assignment to `__proto__` would change the prototype.
    if (replaced !== inner) Reflect.defineProperty(value, key, { value: replaced })
  }
  return value
}
