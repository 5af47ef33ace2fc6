import { wrongArgument } from './arguments.ts'
import { ResponseError } from './errors.ts'

/** Bytes or strings, in any mixture. */
export type SseChunk = Uint8Array | string

/** Source of `parseStream`. */
export type SseSource = ReadableStream<SseChunk> | Response | AsyncIterable<SseChunk>

/** One way to read every source. */
export interface SourceReader {
  /** The next chunk. */
  read(): Promise<{ done?: boolean | undefined; value?: SseChunk | undefined }>
  /** Stops the source; a `read` under way is answered as done. Never rejects. */
  cancel(reason: unknown): Promise<unknown>
}

/**
 * Opens a source. A response that is not one of an event stream fails when it is read, with a `ResponseError`.
 *
 * @throws {TypeError} when it is none of these, as a promise of one is
 */
export function openSource(source: SseSource): SourceReader {
  // A caller may have no types.
  if (!['getReader', 'body', Symbol.asyncIterator].some((key) => key in Object(source)))
    throw wrongArgument('source', 'a ReadableStream, a Response or an async iterable', source)
  if ('getReader' in source) return openStream(source)
  // Not by its headers: a message of Node's http client, which is an iterable, has some, too.
  if (!('body' in source)) return openIterable(source)
  const reader = openStream(source.body ?? new Blob().stream())
  const { status, headers } = source
  const type = headers.get('content-type')
  // The two conditions under which an EventSource fails. A response made in memory may name no content type.
  if (status !== 200 || (type !== null && !/^\s*text\/event-stream\s*(?:;|$)/iu.test(type))) {
    reader.read = () => Promise.reject(new ResponseError(status, type))
  }
  return reader
}

function openStream(stream: ReadableStream<SseChunk>): SourceReader {
  const reader = stream.getReader()
  return {
    read: () => reader.read(),
    cancel: (reason) => reader.cancel(reason).catch(ignore),
  }
}

function openIterable(source: AsyncIterable<SseChunk>): SourceReader {
  const iterator = source[Symbol.asyncIterator]()
  let finishRead: (() => void) | undefined
  return {
    // A generator that waits answers nothing else, so a `cancel` has to settle the read itself.
    read: () =>
      new Promise((resolve, reject) => {
        finishRead = () => {
          resolve({ done: true })
        }
        iterator.next().then(resolve, reject)
      }),
    async cancel() {
      finishRead?.()
      iterator.return?.().catch(ignore)
    },
  }
}

function ignore(): void {
  // The consumer has cancelled: no one receives the error.
}
