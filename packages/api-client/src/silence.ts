import { ApiError } from './errors.ts'

/** Limit on the silence of a stream. A server sends at least `: ping` every 15 s. */
export interface SilenceLimit {
  ms: number
  /** Calls back once after `ms`. The returned function prevents it. */
  setTimer: (callback: () => void, ms: number) => () => void
}

/**
 * The chunks of a body.
 * @throws {ApiError} `timeout` when one is waited for too long: the connection is lost, though nobody said so.
 */
export function listenTo(
  body: ReadableStream<Uint8Array>,
  { ms, setTimer }: SilenceLimit,
): AsyncIterable<Uint8Array> {
  const reader = body.getReader()
  const cancel = (reason?: unknown) => reader.cancel(reason).catch(() => undefined)
  // Only waiting counts: a reader that is slow itself does not make the server silent.
  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    let cancelTimer: () => void = () => undefined
    const silence = new Promise<never>((_, reject) => {
      cancelTimer = setTimer(() => {
        const error = new ApiError({ code: 'timeout' })
        reject(error)
        void cancel(error)
      }, ms)
    })
    try {
      const { value } = await Promise.race([reader.read(), silence])
      return value === undefined ? { done: true, value } : { done: false, value }
    } finally {
      cancelTimer()
    }
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        await cancel()
        return { done: true, value: undefined }
      },
    }),
  }
}
