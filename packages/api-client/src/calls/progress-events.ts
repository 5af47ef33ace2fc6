import { isSseError, parseStream } from '@org/sse-parser'
import type { Decoder } from '../decode.ts'
import { endSentinel } from '../end-sentinel.ts'
import { ApiError } from '../errors.ts'
import { type Http, readError, toApiError } from '../http.ts'

/** Each state of background work, until it ends. */
export type ProgressEvents<State> = AsyncGenerator<State, void, void>

/**
 * Reads the server-sent events of background work.
 *
 * @throws {ApiError} when the work is unknown, and when the connection breaks
 */
export async function* readProgress<State>(
  http: Http,
  address: string,
  decode: Decoder<State>,
  signal: AbortSignal | undefined,
): ProgressEvents<State> {
  const response = await http.open({
    path: address,
    headers: { Accept: 'text/event-stream' },
    signal,
    // Events end with the work, which may take an hour.
    timeout: new AbortController().signal,
  })
  const isStream = /^\s*text\/event-stream\s*(?:;|$)/iu.test(response.headers.get('Content-Type') ?? '')
  if (!isStream || response.body === null) throw await readError(response, 'unexpected_answer')
  try {
    for await (const { data } of parseStream(endSentinel(response.body), { signal })) {
      if (data === '[DONE]') return
      const state = decode(JSON.parse(data))
      if (state !== undefined) yield state
    }
  } catch (error) {
    if (isSseError(error) || error instanceof SyntaxError) {
      throw new ApiError({ code: 'unexpected_answer', status: 200, cause: error })
    }
    throw toApiError(error, signal)
  }
}
