import { createParser, isSseError, type SseEvent, type SseParserOptions } from '../src/index.ts'

/** Everything that a parser said about a stream. */
export interface Reading {
  events: SseEvent[]
  comments: string[]
  retries: number[]
  errors: string[]
  lastEventId: string
}

/** Pushes the chunks through a parser, spoils each after its push, and ends it. */
export function read(
  chunks: Iterable<Uint8Array | string>,
  options: Pick<SseParserOptions, 'maxEventBytes'> = {},
): Reading {
  const reading: Reading = { events: [], comments: [], retries: [], errors: [], lastEventId: '' }
  const parser = createParser({
    ...options,
    onEvent: (event) => reading.events.push(event),
    onComment: (comment) => reading.comments.push(comment),
    onRetry: (milliseconds) => reading.retries.push(milliseconds),
    onError: (error) => reading.errors.push(isSseError(error) ? error.code : 'unknown'),
  })
  for (const chunk of chunks) {
    parser.push(chunk)
    if (typeof chunk !== 'string') chunk.fill(0x21)
  }
  parser.end()
  return { ...reading, lastEventId: parser.lastEventId }
}

/** UTF-8 bytes of a text. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
