import type { Steps } from '../process/steps.ts'

const quote = 0x22
const backslash = 0x5c

/** Size of a JSON text for its parser. */
export interface JsonShape {
  /** The number of values, at most one too many. */
  values: number
  /** Nesting depth. */
  depth: number
}

/** Bytes outside of strings in one step, which takes about a millisecond. */
const bytesAtOnce = 256 * 1024

/** Bytes whose look takes as long as one search for a quote. */
const bytesOfSearch = 64

/**
 * Looks over a JSON text, which need not be valid, without making anything of it: three bytes such as `{},` become
 * sixty of memory. Long strings are passed over at once.
 */
export function* jsonShape(bytes: Buffer): Steps<JsonShape> {
  let values = 1
  let level = 0
  let depth = 0
  let left = bytesAtOnce
  for (let at = 0; at < bytes.length; at += 1) {
    left -= 1
    if (left <= 0) {
      yield
      left = bytesAtOnce
    }
    switch (bytes[at]) {
      case quote: {
        at = bytes.indexOf(quote, at + 1)
        // A string may consist of escaped quotes alone.
        while (at !== -1 && isEscaped(bytes, at)) {
          left -= bytesOfSearch
          if (left <= 0) {
            yield
            left = bytesAtOnce
          }
          at = bytes.indexOf(quote, at + 1)
        }
        left -= bytesOfSearch
        if (at === -1) return { values, depth }
        break
      }
      case 0x5b: // [
      case 0x7b: // {
        values += 1
        level += 1
        depth = Math.max(depth, level)
        break
      case 0x5d: // ]
      case 0x7d: // }
        level -= 1
        break
      case 0x2c: // ,
        values += 1
        break
      default:
    }
  }
  return { values, depth }
}

/** Returns whether an odd number of backslashes precedes an offset. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let escapes = 0
  while (bytes[at - 1 - escapes] === backslash) escapes += 1
  return escapes % 2 === 1
}
