import { id, isRecord, text, toSnakeCase, toWire } from './decode.ts'
import type { Decoder } from './decode.ts'
import { ApiError } from './errors.ts'

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; it then throws `aborted`. */
  signal?: AbortSignal | undefined
}

/** Options of {@link createHttp}. */
export interface HttpOptions {
  /** Base URL of the API, without `/api`: `https://example.org`. @default '' (the page's own origin) */
  baseUrl?: string | undefined
  /** @default the platform's `fetch`, looked up at each call */
  fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds until an answer must be there; a stream may go on for ever. @default 30000 */
  timeoutMs?: number | undefined
  /** More headers of every call, asked for at each: an embed's token, say. */
  headers?: (() => Record<string, string>) | undefined
  /**
   * Called when a call is refused with the code `proof_required`: the person must prove who they are first. The call is sent
   * again when it resolves to true. @default the call fails
   */
  onProofRequired?: (() => Promise<boolean>) | undefined
}

export interface HttpRequest {
  /** @default 'GET' */
  method?: string | undefined
  path: string
  /** Under the names of this side: `clientId` is sent as `client_id`. */
  query?: Record<string, string | number | null | undefined>
  /** Sent as JSON, its own fields under their wire names. */
  body?: object | undefined
  form?: Record<string, string> | undefined
  /** Sent as multipart/form-data, under the names that it has. */
  data?: FormData | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** Timeout of the response: milliseconds, or a signal that aborts. @default the client's `timeoutMs` */
  timeout?: number | AbortSignal | undefined
  cache?: RequestCache | undefined
}

/** The way to one API, which every call goes: with credentials, and with every failure turned into an `ApiError`. */
export interface Http {
  /** The answer, once it is known to be 2xx. */
  open: (request: HttpRequest) => Promise<Response>
  /** Result of `decode` for the answer's JSON, or for `undefined` when the answer is empty or not JSON. */
  call: <Result>(decode: Decoder<Result>, request: HttpRequest) => Promise<Result>
  /** Only whether it worked. */
  tell: (request: HttpRequest) => Promise<void>
}

/**
 * The way to one API. The calls of a topic are made from it (`createSessionCalls(http)`), so that a page ships the
 * calls that it makes and no others.
 */
export function createHttp({
  baseUrl: givenBaseUrl = '',
  fetch = (...call) => globalThis.fetch(...call),
  timeoutMs: usualTimeoutMs = 30_000,
  headers = () => ({}),
  onProofRequired,
}: HttpOptions = {}): Http {
  const baseUrl = givenBaseUrl.replace(/(?<!\/)\/+$/u, '')
  async function send<Result>(
    request: HttpRequest,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await sendOnce(request, read)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 'proof_required'
      if (!isRefused || onProofRequired === undefined || !(await onProofRequired())) throw error
      return sendOnce(request, read)
    }
  }

  async function sendOnce<Result>(request: HttpRequest, read: (response: Response) => Promise<Result>) {
    const { signal, timeout: limit = usualTimeoutMs } = request
    const timeout = typeof limit === 'number' ? AbortSignal.timeout(limit) : limit
    try {
      const response = await fetch(`${baseUrl}${request.path}${toSearch(request.query)}`, {
        ...toInit(request, headers()),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      if (!response.ok) throw await readError(response)
      return await read(response)
    } catch (error) {
      throw toApiError(error, signal, timeout)
    }
  }

  return {
    open: (request) => send(request, (response) => Promise.resolve(response)),
    call: (decode, request) =>
      send(request, async (response) => {
        const result = decode(await readSuccess(response, request))
        if (result !== undefined) return result
        throw toBodyError(response, {}, 'unexpected_answer')
      }),
    tell: (request) => send(request, async (response) => void (await readSuccess(response, request))),
  }
}

function toSearch(query: HttpRequest['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(toSnakeCase(key), String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

function toInit(
  { method = 'GET', body, form, data, headers, cache }: HttpRequest,
  more: Record<string, string>,
) {
  return {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...more,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(toWire(body)) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    ...(data === undefined ? {} : { body: data }),
    ...(cache === undefined ? {} : { cache }),
  } satisfies RequestInit
}

/** Converts a rejection of `fetch` or of a body read to an {@link ApiError}. */
export function toApiError(error: unknown, signal?: AbortSignal, timeout?: AbortSignal): ApiError {
  if (error instanceof ApiError) return error
  const code = signal?.aborted ? 'aborted' : timeout?.aborted ? 'timeout' : 'network'
  return new ApiError({ code, cause: error })
}

/** Reads the error of a non-2xx response: `{error}`, `{detail}`, or only its status. */
export async function readError(response: Response, fallbackCode?: string): Promise<ApiError> {
  const parsed = parseJson(await readStart(response.body))
  return toBodyError(response, isRecord(parsed) ? parsed : {}, fallbackCode)
}

/**
 * Returns the JSON of a 2xx response.
 * @throws {ApiError} when its body reports a failure all the same: `ok: false`, or an `error` that is not empty;
 * `unexpected_answer` when a call that changes something is answered with a page, or with JSON that is cut off
 */
async function readSuccess(response: Response, { method = 'GET', form }: HttpRequest): Promise<unknown> {
  const content = await response.text()
  const body = parseJson(content)
  if (isRecord(body) && (body['ok'] === false || Boolean(body['error']))) throw toBodyError(response, body)
  // A proxy or a captive portal has answered in place of the server, or the answer is cut off. Only a form may redirect
  // to a page.
  const isJson = content === '' || body !== undefined
  const isAnswered = method === 'GET' || isJson || (form !== undefined && response.redirected)
  if (!isAnswered) throw toBodyError(response, {}, 'unexpected_answer')
  return body
}

function toBodyError(response: Response, body: Record<string, unknown>, fallbackCode?: string): ApiError {
  const { error, detail } = body
  return new ApiError({
    code: text(body['code']) ?? fallbackCode ?? codesOfStatus.get(response.status) ?? 'http',
    status: response.status,
    reason: text(isRecord(error) ? error['message'] : error) || text(detail) || undefined,
    detail,
    retryAfterSeconds: readRetryAfter(response.headers.get('Retry-After')),
    runningStreamId: isRecord(detail) ? id(detail['stream_id']) : undefined,
    requestId: text(body['request_id']) ?? response.headers.get('X-Request-Id') ?? undefined,
  })
}

const MAX_ERROR_BYTES = 65_536

// An error's JSON is short; what else a server or a proxy sends in its place may never end.
async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let start = ''
  try {
    for (let bytes = 0; bytes < MAX_ERROR_BYTES;) {
      const chunk = await reader?.read()
      if (chunk?.value === undefined) return start
      bytes += chunk.value.length
      start += decoder.decode(chunk.value, { stream: true })
    }
    await reader?.cancel()
  } catch {
    // It broke off: the status is known all the same.
  }
  return start
}

const codesOfStatus = new Map([
  [400, 'malformed'],
  [401, 'login_required'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
  [422, 'invalid'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
])

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

// RFC 9110 section 10.2.3: seconds, or a date.
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
