import { utf8Size } from './utf8-size.ts'

const LF = 10
const CR = 13
// A line end this near to the end of a chunk is looked for in its bytes, one farther away in its text: after so many
// bytes without one the line is probably longer than the chunk, and then the next chunk is too.
const NEAR = 96
const NEAR_IN_LONG_LINE = 1
// Twice the largest chunk that network stacks usually give.
const MAX_CAPACITY = 128 * 1024

/** Turns chunks cut anywhere into text that ends with a line end. */
export interface WholeLines {
  /** Adds a chunk and takes the lines that are whole with it, `''` where there is none. */
  take(chunk: Uint8Array | string): string
  /** Returns the number of leading characters of the last taken text that certainly contain no line end. */
  clean(): number
  /** Size in bytes of the unfinished line that is held. */
  heldSize(): number
  /** Forgets what is held. */
  clear(): void
}

// oxlint-disable max-lines-per-function -- A closure of short functions over shared state, which is measured faster.
/**
 * Creates a {@link WholeLines}.
 *
 * The bytes of a short line whose end has not arrived are only copied: no character is ever cut, many small chunks
 * cost one decoding, and whole lines need no streaming decoder, which is slower. A long line is decoded as it
 * comes, and its pieces are joined once. A closure, not a class: V8 drops the optimised code of a class when a
 * collection finds no instance alive, which halved the speed of the next stream.
 */
export function createWholeLines(): WholeLines {
  // The unfinished line is `held`, then what the decoder holds of a character, then the first `used` of `buffer`.
  // ignoreBOM: the parser drops the mark of the stream; one at the start of a later line is text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let held = ''
  let size = 0
  let clean = 0
  let buffer = new Uint8Array(512)
  let used = 0

  function take(chunk: Uint8Array | string): string {
    if (typeof chunk === 'string') {
      decodeBuffer()
      // A string cannot go on with a character that bytes have begun.
      held += decoder.decode()
      return append(chunk, chunk)
    }

    const { length } = chunk
    if (length === 1 && used < buffer.length) {
      const byte = chunk[0] ?? 0
      if (byte !== LF && byte !== CR) {
        buffer[used++] = byte
        return ''
      }
    }

    const near = Math.max(0, length - (held === '' ? NEAR : NEAR_IN_LONG_LINE))
    let end = length
    while (end > near) {
      const byte = chunk[end - 1]
      if (byte === LF || byte === CR) break
      end--
    }
    if (end > near) return finish(chunk, end)
    if (end > 0) {
      decodeBuffer()
      return append(decoder.decode(chunk, { stream: true }), chunk)
    }
    hold(chunk)
    return ''
  }

  // The unfinished line and the chunk up to `end`, which is after its last line end.
  function finish(chunk: Uint8Array, end: number): string {
    const lines = chunk.subarray(0, end)
    let text
    if (size + used === 0) {
      text = decoder.decode(lines)
    } else if (size === 0 && reserve(end)) {
      buffer.set(lines, used)
      text = decoder.decode(buffer.subarray(0, used + end))
    } else {
      decodeBuffer()
      text = (held + decoder.decode(lines)).toWellFormed()
    }
    clean = held.length
    held = ''
    size = used = 0
    hold(chunk.subarray(end))
    return text
  }

  // Adds the text of a chunk to the unfinished line and takes what is whole.
  function append(text: string, chunk: Uint8Array | string): string {
    if (!text.includes('\n') && !text.includes('\r')) {
      held += text
      size += sizeAfter(chunk, 0)
      return ''
    }
    const end = endOfLines(text)
    clean = held.length
    const lines = (held + text.slice(0, end)).toWellFormed()
    held = text.slice(end)
    size = sizeAfter(chunk, endOfLines(chunk))
    return lines
  }

  function hold(bytes: Uint8Array): void {
    if (!reserve(bytes.length)) decodeBuffer()
    buffer.set(bytes, used)
    used += bytes.length
  }

  function decodeBuffer(): void {
    if (used === 0) return
    held += decoder.decode(buffer.subarray(0, used), { stream: true })
    size += used
    used = 0
  }

  // Makes room for `count` more bytes.
  function reserve(count: number): boolean {
    const needed = used + count
    if (needed > buffer.length) {
      if (needed > MAX_CAPACITY) return false
      const larger = new Uint8Array(needed * 2)
      larger.set(buffer)
      buffer = larger
    }
    return true
  }

  return {
    take,
    clean: () => clean,
    heldSize: () => size + used,
    clear() {
      decoder.decode()
      held = ''
      size = used = 0
    },
  }
}

function endOfLines(chunk: Uint8Array | string): number {
  if (typeof chunk === 'string') return Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r')) + 1
  return Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1
}

function sizeAfter(chunk: Uint8Array | string, index: number): number {
  return typeof chunk === 'string' ? utf8Size(chunk.slice(index)) : chunk.length - index
}
