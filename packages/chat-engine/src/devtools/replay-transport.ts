import { createAnswersOnlyTransport } from '../adapters/answers-only-transport.ts'
import type { AnswerEvent } from '../transport/answer.ts'
import type { ChatTransport } from '../transport/transport.ts'
import type { RecordedEntry } from './recorder.ts'

/** Options of {@link createReplayTransport}. */
export interface ReplayOptions {
  /** Speed as a multiple of the recorded one; Infinity gives all events at once. @default 1 */
  speed?: number | undefined
}

/**
 * Creates a transport that answers every question by a recording, with its pauses: for a test of an interface, or to see
 * a failure again.
 */
export function createReplayTransport(
  recording: readonly RecordedEntry[],
  { speed = 1 }: ReplayOptions = {},
): ChatTransport {
  return createAnswersOnlyTransport({
    send: (_, { signal }) => Promise.resolve({ streamId: null, events: replay(recording, speed, signal) }),
  })
}

async function* replay(
  recording: readonly RecordedEntry[],
  speed: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent> {
  let before = 0
  for (const entry of recording) {
    if (entry.type !== 'event') continue
    const pauseMs = (entry.ms - before) / speed
    before = entry.ms
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal?.aborted === true) return
    yield entry.event
  }
}
