const marker: unique symbol = Symbol.for('@org/sse-parser/error')

/** `event_too_large`: an {@link EventTooLargeError}; `no_event_stream`: a {@link ResponseError}. */
export type SseErrorCode = 'event_too_large' | 'no_event_stream'

/** Base of the errors that this package makes. Errors of the source itself are passed on as they are. */
export class SseError extends Error {
  override readonly name = 'SseError'
  /** Machine-readable kind of the failure. */
  readonly code: SseErrorCode
  protected readonly [marker] = true

  constructor(code: SseErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An event, or a line that is not finished, is larger than `maxEventBytes`. */
export class EventTooLargeError extends SseError {
  /** The limit that was passed, in UTF-8 bytes. */
  readonly maxEventBytes: number

  constructor(maxEventBytes: number) {
    super('event_too_large', `Event larger than ${maxEventBytes} bytes`)
    this.maxEventBytes = maxEventBytes
  }
}

/** A response is no event stream: its status is not 200, or its content type is not `text/event-stream`. */
export class ResponseError extends SseError {
  /** HTTP status of the response. */
  readonly status: number
  /** `Content-Type` of the response, `null` where it has none. */
  readonly contentType: string | null

  constructor(status: number, contentType: string | null) {
    super('no_event_stream', `No event stream: ${status}, ${contentType}`)
    this.status = status
    this.contentType = contentType
  }
}

/** Returns whether a value is an error of this package, also where two copies of the package are loaded. */
export function isSseError(value: unknown): value is SseError {
  return typeof value === 'object' && value !== null && marker in value
}
