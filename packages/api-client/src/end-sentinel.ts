/** Longest form of the sentinel's line, with a line end before and after it. */
const SENTINEL_BYTES = 16
const SENTINEL = /(?:^|[\r\n])data: ?\[DONE\]\r?\n?$/u

/**
 * Adds the blank line that is missing after a final `data: [DONE]`. Servers and proxies that cut the end of a body
 * send the sentinel without it, and an event counts only once a blank line closes it. Other data without its blank
 * line may be half an event, and stays dropped.
 */
export function endSentinel(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let tail = ''
  // No generator: one that waits for a chunk could not be left before the chunk arrives.
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const result = await iterator.next()
        if (result.done !== true) {
          tail = (tail + String.fromCharCode(...result.value.slice(-SENTINEL_BYTES))).slice(-SENTINEL_BYTES)
          return result
        }
        if (!SENTINEL.test(tail)) return result
        tail = ''
        return { done: false, value: new TextEncoder().encode('\n\n') }
      },
      return: async () => {
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
