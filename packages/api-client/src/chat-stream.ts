import { isSseError, parseStream } from '@org/sse-parser'
import { parseChatEvent } from './chat-events.ts'
import type { ProtocolError, SequencedChatEvent } from './chat-events.ts'
import { ApiError } from './errors.ts'
import { readError, toApiError } from './http.ts'
import { endSentinel } from './end-sentinel.ts'
import { listenTo } from './silence.ts'
import type { SilenceLimit } from './silence.ts'

/** A running answer. */
export interface ChatStream {
  /** Stream id for stop and resume; null when the server sends none. */
  streamId: string | null
  /**
   * The events, once. It ends after `stream-end`; when it ends without one the connection closed too early.
   * @throws {ApiError} `network` when the connection breaks, `timeout` when it falls silent, `aborted` when the
   * signal fires, `unexpected_answer` when an event is larger than 32 MiB.
   */
  events: AsyncIterable<SequencedChatEvent>
}

export interface ReadChatStreamOptions {
  /** The number of the last event that is known already. */
  afterSeq?: number
  streamId?: string | null
  signal?: AbortSignal | undefined
  silence: SilenceLimit
  onProtocolError?: ((error: ProtocolError) => void) | undefined
}

/**
 * The stream of an answer.
 * @throws {ApiError} `unexpected_answer` when the answer is not an event stream.
 */
export async function readChatStream(
  response: Response,
  { afterSeq = 0, streamId = null, ...options }: ReadChatStreamOptions,
): Promise<ChatStream> {
  const contentType = response.headers.get('Content-Type') ?? ''
  const isStream = response.status === 200 && /^\s*text\/event-stream\s*(?:;|$)/iu.test(contentType)
  if (!isStream || response.body === null) throw await readError(response, 'unexpected_answer')
  return {
    streamId: response.headers.get('X-Stream-Id') ?? streamId,
    events: readEvents(response.body, afterSeq, options),
  }
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  afterSeq: number,
  { signal, silence, onProtocolError }: ReadChatStreamOptions,
): AsyncGenerator<SequencedChatEvent> {
  let seq = afterSeq
  let lastEventId = ''
  let count = 0
  try {
    for await (const { data, lastEventId: eventId } of parseStream(endSentinel(listenTo(body, silence)), {
      signal,
    })) {
      // An event without an id of its own keeps the id before it: such events are counted on from there.
      const numbered = eventId !== lastEventId && /^\d+$/u.test(eventId)
      seq = numbered ? Number(eventId) : seq + 1
      lastEventId = eventId
      const event = parseChatEvent(data)
      // Without an id of its own in a numbered stream, an unknown event would take the number of the next one.
      const isUnplaced = typeof event === 'object' && event.type === 'data' && !numbered && eventId !== ''
      if (typeof event === 'string' || isUnplaced) {
        count += 1
        const fault = typeof event === 'string' ? event : 'unknown_type'
        onProtocolError?.({ fault, data: data.slice(0, 200), count })
        continue
      }
      yield { ...event, seq }
      if (event.type === 'stream-end') return
    }
    signal?.throwIfAborted()
  } catch (error) {
    // An event that is too large would be so again: this is no connection that broke.
    if (isSseError(error)) throw new ApiError({ code: 'unexpected_answer', status: 200, cause: error })
    throw toApiError(error, signal)
  }
}
