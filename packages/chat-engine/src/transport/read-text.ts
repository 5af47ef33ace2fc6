/**
 * Reads a body as UTF-8 text, in the pieces that arrive; ending the iteration early cancels the body. For browsers whose
 * `ReadableStream` is no async iterable, such as Safari before 27.
 *
 * @example
 * import { readText } from '@org/chat-engine'
 *
 * const { body } = new Response('Dark rooms.')
 * if (body !== null) for await (const text of readText(body)) console.log(text)
 */
export async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let isDone = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      isDone = done
      const text = decoder.decode(value, { stream: !done })
      if (text !== '') yield text
      if (done) return
    }
  } finally {
    if (!isDone) await reader.cancel()
  }
}
