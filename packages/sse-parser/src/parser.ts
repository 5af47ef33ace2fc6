import { wrongArgument } from './arguments.ts'
import { EventTooLargeError, type SseError } from './errors.ts'
import { utf8Size } from './utf8-size.ts'
import { createWholeLines } from './whole-lines.ts'

const LF = 10
const SPACE = 32
const BYTE_ORDER_MARK = 0xfeff

/** One event of a stream. */
export interface SseEvent {
  /** Value of its last `event` field, `message` where that is absent or empty. */
  type: string
  /** Values of its `data` fields, joined by line feeds. */
  data: string
  /** The id in force at this event: that of an `id` field holds until another replaces it. */
  lastEventId: string
}

/** Options that every reader of this package takes. */
export interface SseReaderOptions {
  /**
   * The largest event in UTF-8 bytes: its data so far and the line being read. No more than that is held.
   * @default 33554432 (32 MiB)
   */
  maxEventBytes?: number | undefined
  /** Called with the text of each comment line (`: ping` gives `ping`). */
  onComment?: ((comment: string) => void) | undefined
  /** Called with each valid `retry` field, in milliseconds. */
  onRetry?: ((milliseconds: number) => void) | undefined
}

/** Options of {@link createParser}. */
export interface SseParserOptions extends SseReaderOptions {
  /** Called with each event, in order, within `push`. */
  onEvent: (event: SseEvent) => void
  /** Called once when the parser gives up; without it `push` throws the error. */
  onError?: ((error: SseError) => void) | undefined
}

/** A push parser of one stream. */
export interface SseParser {
  /**
   * Takes the next piece of the stream, cut anywhere. Ignored after `end` and after an error.
   * @throws {EventTooLargeError} when an event exceeds `maxEventBytes` and there is no `onError`
   * @throws {TypeError} when the chunk is neither bytes nor a string
   */
  push(chunk: Uint8Array | string): void
  /** Ends the stream. An event without its closing blank line is dropped, as the standard requires. */
  end(): void
  /** Forgets everything, `lastEventId` too, and is ready for a new stream. */
  reset(): void
  /** Value of `Last-Event-ID` for a resume: the id in force after the last closed block. */
  readonly lastEventId: string
}

// oxlint-disable max-lines-per-function -- A closure of short functions over shared state, which is measured faster.
/**
 * Creates a push parser of an event stream: UTF-8 bytes or strings in, events out, and the same events however
 * the stream is cut.
 *
 * @example
 * import { createParser } from '@org/sse-parser'
 *
 * const parser = createParser({ onEvent: (event) => console.log(event.data) })
 * parser.push('data: hello\n\n')
 *
 * @throws {TypeError} when `onEvent` is no function
 * @throws {RangeError} when `maxEventBytes` is not above 0
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createParser(options: SseParserOptions): SseParser {
  // A copy, because a caller without types may give no options at all.
  const { onEvent, onComment, onRetry, onError, maxEventBytes = 2 ** 25 } = { ...options }
  if (typeof onEvent !== 'function') throw wrongArgument('onEvent', 'a function', onEvent)
  if (!(maxEventBytes > 0)) throw new RangeError(`maxEventBytes must be above 0, got ${maxEventBytes}`)

  const lines = createWholeLines()
  let stopped = false
  // A callback may end or reset the parser: the text being parsed is then of an earlier stream and is left.
  let stream = 0

  let atStart = true
  let afterCarriageReturn = false
  // Each value with a line feed after it: of the last one `dispatch` takes it off.
  let data = ''
  let type = ''
  let id = ''
  let lastEventId = ''

  // Neither `data` nor what is left of the text being parsed can be larger in UTF-8: the bytes that they came from,
  // tripled where some may have become U+FFFD. An event is measured only when this exceeds the limit.
  let dataBound = 0
  let textBound = 0
  let measured = false
  let dataSize = 0

  function push(chunk: Uint8Array | string): void {
    if (stopped) return
    // Not by `instanceof`: bytes may come from another realm, such as an iframe or a test's DOM.
    if (typeof chunk !== 'string' && Object(chunk).BYTES_PER_ELEMENT !== 1)
      throw wrongArgument('chunk', 'a Uint8Array or a string', chunk)
    const heldBefore = lines.heldSize()
    const text = lines.take(chunk)
    const received = chunk.length * (typeof chunk === 'string' ? 3 : 1)
    if (text !== '') parse(text, heldBefore + received - lines.heldSize())

    const held = lines.heldSize()
    if (dataBound + held > maxEventBytes) {
      measure()
      // A byte order mark, which does not count, may stand before the first line.
      if (dataSize + held > maxEventBytes + (atStart ? 3 : 0)) fail()
    }
  }

  function parse(text: string, size: number): void {
    const parsing = stream
    const { length } = text
    let lineFeed = indexOf(text, '\n', lines.clean())
    let carriageReturn = indexOf(text, '\r', lines.clean())
    let start = 0

    // Looking for U+FFFD pays only in a large event.
    textBound = size * ((dataBound + size) * 64 < maxEventBytes || text.includes('\uFFFD') ? 3 : 1)
    dataBound = textBound + (data === '' ? 0 : dataBound)
    if (dataBound > maxEventBytes) measure()
    if (atStart) {
      atStart = false
      if (text.charCodeAt(0) === BYTE_ORDER_MARK) start = 1
    } else if (afterCarriageReturn && text.charCodeAt(0) === LF) {
      start = 1
    }
    afterCarriageReturn = text.endsWith('\r')

    while (start < length) {
      if (lineFeed < start) lineFeed = indexOf(text, '\n', start)
      if (carriageReturn < start) carriageReturn = indexOf(text, '\r', start)
      const end = lineFeed < carriageReturn ? lineFeed : carriageReturn
      let next = carriageReturn + 1 === lineFeed ? lineFeed + 1 : end + 1

      if (measured && dataSize + utf8Size(text.slice(start, end)) > maxEventBytes) {
        fail()
        return
      }
      if (end === start) {
        dispatch()
        if (stream !== parsing) return
      } else if (isData(text, start)) {
        const from = text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5
        if (data === '' && text.charCodeAt(next) === LF) {
          // One data line and the blank line, the usual event: it needs no buffer.
          next++
          emit(text.slice(from, end))
          if (stream !== parsing) return
        } else {
          addData(end === lineFeed ? text.slice(from, next) : `${text.slice(from, end)}\n`)
        }
      } else {
        readField(text.slice(start, end))
        if (stream !== parsing) return
      }
      start = next
    }

    measured &&= data !== ''
  }

  function readField(line: string): void {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1)
    if (name === 'event') type = value
    else if (name === 'data') addData(`${value}\n`)
    else if (name === 'id' && !value.includes('\0')) id = value
    else if (name === 'retry' && /^\d+$/u.test(value)) onRetry?.(Number(value))
    else if (colon === 0) onComment?.(value)
  }

  function addData(value: string): void {
    data += value
    if (measured) dataSize += utf8Size(value)
  }

  function dispatch(): void {
    const value = data
    data = ''
    dataSize = 0
    dataBound = textBound
    if (value !== '') {
      emit(value.slice(0, -1))
    } else {
      lastEventId = id
      type = ''
    }
  }

  function emit(value: string): void {
    lastEventId = id
    const event = { type: type || 'message', data: value, lastEventId }
    type = ''
    onEvent(event)
  }

  function measure(): void {
    if (measured) return
    measured = true
    dataSize = utf8Size(data)
  }

  function fail(): void {
    end()
    const error = new EventTooLargeError(maxEventBytes)
    if (onError === undefined) throw error
    onError(error)
  }

  function forget(): void {
    stream++
    lines.clear()
    measured = afterCarriageReturn = false
    dataBound = 0
    data = type = ''
  }

  function end(): void {
    forget()
    stopped = true
  }

  function reset(): void {
    forget()
    id = lastEventId = ''
    stopped = false
    atStart = true
  }

  return {
    push,
    end,
    reset,
    get lastEventId() {
      return lastEventId
    },
  }
}

// Character by character: measured faster than `startsWith`.
function isData(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 100 &&
    text.charCodeAt(at + 1) === 97 &&
    text.charCodeAt(at + 2) === 116 &&
    text.charCodeAt(at + 3) === 97 &&
    text.charCodeAt(at + 4) === 58
  )
}

function indexOf(text: string, lineEnd: string, from: number): number {
  const index = text.indexOf(lineEnd, from)
  return index === -1 ? text.length : index
}
