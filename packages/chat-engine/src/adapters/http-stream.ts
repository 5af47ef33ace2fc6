import { isSseError, parseStream } from '@org/sse-parser'
import { isRecord, readText } from '../platform/unknown-values.ts'
import type { AnswerEvent } from '../transport/answer.ts'
import type { ChatFailure } from '../transport/transport.ts'

/** Options of every adapter's requests. */
export interface HttpStreamOptions {
  /** More headers; a function is called for each request. @default none */
  headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined
  /** @default the platform's: cookies of the page's own origin */
  credentials?: RequestCredentials | undefined
  /** @default the platform's `fetch`, looked up at each request */
  fetch?: typeof globalThis.fetch | undefined
  /**
   * Milliseconds without a byte after which the connection counts as lost. Models that reason send nothing for minutes
   * on some servers.
   * @default 120000
   */
  silenceMs?: number | undefined
}

/** An event whose number is not known yet. */
export type Change = AnswerEvent extends infer Event
  ? Event extends AnswerEvent
    ? Omit<Event, 'seq'>
    : never
  : never

/** Reads the values of one stream, in order, as changes of the answer. */
export interface ChunkReader {
  read: (chunk: Record<string, unknown>) => readonly Change[]
  /** True once the answer is whole: a connection that breaks or falls silent from then on has lost nothing. */
  isFinished: () => boolean
  /** Returns the last changes of a stream that has ended; null when it was cut off. `isDone`: by `[DONE]`. */
  end: (isDone: boolean) => readonly Change[] | null
}

/** Longest wait for usage and `[DONE]` after the end of an answer, in ms: the question box waits for it. */
const FINISHED_SILENCE_MS = 3000

/**
 * Requests a stream of JSON values.
 *
 * @returns null for 204
 * @throws {ChatFailure} with the status, the server's words and its `Retry-After`, when the response is no event stream
 */
export async function openStream(
  url: string,
  {
    headers,
    credentials,
    fetch = (...call) => globalThis.fetch(...call),
    silenceMs = 120_000,
  }: HttpStreamOptions,
  { body, signal }: { body?: object; signal: AbortSignal | undefined },
  reader: ChunkReader,
): Promise<AsyncIterable<AnswerEvent> | null> {
  const silence = createSilenceTimer(silenceMs)
  const either = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal])
  const init: RequestInit = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'text/event-stream',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(typeof headers === 'function' ? await headers() : headers),
    },
    signal: either,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(credentials !== undefined && { credentials }),
  }
  // The events of an aborted answer may never be read: nothing else would stop the timer.
  signal?.addEventListener('abort', silence.stop, { once: true })
  silence.restart()
  try {
    const response = await fetch(url, init)
    if (response.status === 204) {
      silence.stop()
      return null
    }
    if (!response.ok) throw await readFailure(response)
    return readEvents(response, reader, { either, caller: signal }, silence)
  } catch (error) {
    silence.stop()
    throw error
  }
}

async function* readEvents(
  response: Response,
  reader: ChunkReader,
  signals: { either: AbortSignal; caller: AbortSignal | undefined },
  silence: SilenceTimer,
): AsyncGenerator<AnswerEvent> {
  let seq = 0
  let isDone = false
  const numbered = (change: Change): AnswerEvent => ({ ...change, seq: (seq += 1) })
  try {
    // Comments keep an open connection alive, not an answer that has ended.
    const onComment = () => {
      if (!reader.isFinished()) silence.restart()
    }
    for await (const { data } of parseStream(response, { signal: signals.either, onComment })) {
      isDone = data.trim() === '[DONE]'
      if (isDone) break
      const chunk = parseRecord(data)
      for (const change of chunk === undefined ? [] : reader.read(chunk)) {
        yield numbered(change)
        if (change.type === 'stream-end') return
      }
      silence.restart(reader.isFinished() ? FINISHED_SILENCE_MS : undefined)
    }
    for (const change of reader.end(isDone) ?? []) yield numbered(change)
  } catch (error) {
    if (reader.isFinished() && signals.caller?.aborted !== true) {
      for (const change of reader.end(false) ?? []) yield numbered(change)
      return
    }
    // A page or JSON in place of a stream, or an event that is too large, would come again.
    throw isSseError(error) ? failure('No event stream.', { code: 'unexpected_answer' }, error) : error
  } finally {
    silence.stop()
  }
}

interface SilenceTimer {
  readonly signal: AbortSignal
  /** @param limitMs ends the silence earlier than usual. */
  readonly restart: (limitMs?: number) => void
  readonly stop: () => void
}

function createSilenceTimer(ms: number): SilenceTimer {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    stop,
    restart: (limitMs = ms) => {
      stop()
      timer = setTimeout(
        () => controller.abort(failure(`Nothing came for ${ms} ms.`, { code: 'timeout' })),
        Math.min(ms, limitMs),
      )
    },
  }
}

/** Reads the failure from the body of a response: `{ error: { message, code } }`, `{ error: '…' }` or `{ message }`. */
async function readFailure(response: Response): Promise<Error> {
  const { status, headers } = response
  const body = parseRecord(await response.text()) ?? {}
  const { message, code } = readError(body['error'] ?? body)
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return failure(message ?? `The server answered with ${status}.`, {
    status,
    ...(message !== null && { reason: message }),
    ...(code !== null && { code }),
    ...(seconds >= 0 && { retryAfterSeconds: seconds }),
  })
}

/** Reads an error of a body or of a stream: words, or an object that has some. */
export function readError(value: unknown): { message: string | null; code: string | null } {
  if (!isRecord(value)) return { message: readText(value), code: null }
  const { message, code, type } = value
  return { message: readText(message), code: readText(code) ?? readText(type) }
}

function failure(message: string, fields: ChatFailure, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), fields)
}

/** Returns JSON that is an object; undefined for everything else. */
export function parseRecord(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

/** Returns the value of JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
