import { HttpError } from '../platform/http/http-error.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'

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

/** Characters of a piece that is written at once. */
const pieceCharacters = 16_384

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
              const { text, isEnd } = await nextPiece(parts)
              if (text !== '') controller.enqueue(text)
              if (!isEnd) return
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

/**
 * The next parts together, about {@link pieceCharacters}: a part may be a few characters. It yields to the event loop in
 * between, because a fast reader never lets the parts wait.
 */
async function nextPiece(parts: AsyncGenerator<string>): Promise<{ text: string; isEnd: boolean }> {
  let text = ''
  while (text.length < pieceCharacters) {
    const { done, value } = await parts.next()
    if (done === true) return { text, isEnd: true }
    text += value
    await pauseWhenDue()
  }
  return { text, isEnd: false }
}
