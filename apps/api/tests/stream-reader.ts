import { parseStream } from './chat-app.ts'

/** Reads an answer's stream as it comes. */
export function readStream(response: Response) {
  if (response.body === null) throw new Error(`There is no stream: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  // Its server may die while nobody reads.
  reader.closed.catch(() => undefined)
  let text = ''
  const whole = () => parseStream(text.slice(0, text.lastIndexOf('\n\n') + 2))
  return {
    streamId: response.headers.get('x-stream-id') ?? '',
    /** Reads until a part has come; gives what has come so far. */
    async until(part: string) {
      while (!text.includes(part)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended without ${part}: ${text}`)
        text += value
      }
      return whole()
    },
    /** Reads to the end, or to where it is cut off. */
    async rest() {
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
        return { ...whole(), cut: false }
      } catch {
        return { ...whole(), cut: true }
      }
    },
  }
}
