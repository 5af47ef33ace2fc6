import { HttpError } from '../platform/http/http-error.ts'

/** Runs one export of an account at a time: each holds memory for as long as its reader takes. */
export interface RunningExports {
  /**
   * Starts an export, whose parts are read as the reader takes them.
   *
   * @returns the stream; the account's next export may start once it has ended or was cancelled
   * @throws {HttpError} 429 while an export of the account is running
   */
  start: (userId: string, parts: AsyncGenerator<string>) => ReadableStream<string>
}

const retryAfterSeconds = 30

/** Creates the exports of one process, whose memory they share. */
export function createRunningExports(): RunningExports {
  const running = new Set<string>()
  return {
    start(userId, parts) {
      if (running.has(userId)) {
        throw new HttpError(
          'rate_limited',
          'Your data is already being exported. Please wait until that download has ended.',
          { retryAfterSeconds },
        )
      }
      running.add(userId)
      return new ReadableStream<string>(
        {
          async pull(controller) {
            try {
              const { done, value } = await parts.next()
              if (done !== true) {
                controller.enqueue(value)
                return
              }
            } catch (error) {
              running.delete(userId)
              throw error
            }
            running.delete(userId)
            controller.close()
          },
          async cancel() {
            running.delete(userId)
            await parts.return(undefined)
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}
