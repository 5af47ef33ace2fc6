import { wrongArgument } from './arguments.ts'
import { createParser, type SseEvent, type SseReaderOptions } from './parser.ts'
import { openSource, type SseSource } from './source-reader.ts'

/** Options of {@link parseStream}. */
export interface ParseStreamOptions extends SseReaderOptions {
  /** Cancels the source and ends the iteration by throwing the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The events of a source. Leaving a `for await` early cancels the source. */
export interface SseIterator extends AsyncIterableIterator<SseEvent, undefined> {
  /** Cancels the source and ends the iteration. */
  return(): Promise<IteratorResult<SseEvent, undefined>>
  [Symbol.asyncIterator](): SseIterator
}

/**
 * Reads the events of a byte stream, a `fetch` response or an async iterable. The source is read only while an
 * event is waited for, and is cancelled when the iteration is left, fails or is aborted.
 *
 * @example
 * import { parseStream } from '@org/sse-parser'
 *
 * export async function printEvents(url: string) {
 *   for await (const event of parseStream(await fetch(url))) console.log(event.data)
 * }
 *
 * @throws {TypeError} when the source is none of these, as a promise of one is, or an option is of the wrong type
 * @throws {ResponseError} from the first `next()` when a response is not 200 or names another content type
 * @throws {EventTooLargeError} from `next()`, after the events that came before
 */
export function parseStream(source: SseSource, { signal, ...options }: ParseStreamOptions = {}): SseIterator {
  let events: SseEvent[] = []
  let taken = 0
  let failure: { error: unknown } | undefined
  let closed = false
  let waiting = 0
  let latest: Promise<IteratorResult<SseEvent, undefined>> | undefined

  const parser = createParser({
    ...options,
    onEvent: (event) => {
      events.push(event)
    },
    onError: (error) => {
      failure = { error }
    },
  })

  if (signal && !('aborted' in signal)) throw wrongArgument('signal', 'an AbortSignal', signal)
  // Last, because it locks the source: after an error of an option the source can still be read.
  const reader = openSource(source)

  function abort(): void {
    failure = { error: signal?.reason }
    events = []
    void reader.cancel(signal?.reason)
  }

  function finish(): void {
    closed = true
    events = []
    signal?.removeEventListener('abort', abort)
  }

  async function cancel(reason?: unknown): Promise<void> {
    failure = undefined
    if (closed) return
    finish()
    await reader.cancel(reason)
  }

  async function read(): Promise<IteratorResult<SseEvent, undefined>> {
    try {
      for (;;) {
        const event = events[taken++]
        if (event !== undefined) return { done: false, value: event }
        if (failure !== undefined) throw failure.error
        if (closed) return { done: true, value: undefined }
        events = []
        taken = 0
        const chunk = await reader.read()
        if (chunk.done === true) finish()
        else if (chunk.value !== undefined && !closed) parser.push(chunk.value)
      }
    } catch (error) {
      await cancel(error)
      throw error
    } finally {
      waiting--
    }
  }

  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })

  return {
    next() {
      const event = events[taken]
      if (event !== undefined && waiting === 0) {
        taken++
        return Promise.resolve({ done: false, value: event })
      }
      latest = waiting++ === 0 ? read() : (latest ?? Promise.resolve()).then(read, read)
      return latest
    },
    async return() {
      await cancel()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
