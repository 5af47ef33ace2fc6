import { createParser, type SseEvent, type SseParser, type SseReaderOptions } from './parser.ts'
import type { SseChunk } from './source-reader.ts'

/**
 * Creates a `TransformStream` from bytes or strings to events. It fails with {@link EventTooLargeError} on an event
 * above `maxEventBytes`.
 *
 * @example
 * import { createParserStream } from '@org/sse-parser'
 *
 * const { body } = new Response('data: hello\n\n')
 * const events = body?.pipeThrough(createParserStream()).getReader()
 * console.log((await events?.read())?.value?.data) // 'hello'
 */
export function createParserStream(options: SseReaderOptions = {}): TransformStream<SseChunk, SseEvent> {
  let parser: SseParser | undefined
  return new TransformStream({
    start(controller) {
      parser = createParser({
        ...options,
        onEvent: (event) => {
          controller.enqueue(event)
        },
        onError: (error) => {
          controller.error(error)
        },
      })
    },
    transform(chunk) {
      parser?.push(chunk)
    },
  })
}
