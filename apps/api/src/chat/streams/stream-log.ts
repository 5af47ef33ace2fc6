/** One event of a stream: its number, counted from 1, and its JSON text. */
export interface StreamRecord {
  id: number
  data: string
}

/** Why a stream is to end before its answer does. */
export type StopReason = 'user' | 'abandoned' | 'deleted'

/** State of a stream. */
export interface StreamState {
  /** Null for a guest's stream: possession of its id grants access. */
  ownerId: string | null
  ended: boolean
  /** The number of the last event so far. */
  lastId: number
}

/** A stream to open. */
export interface NewStream {
  id: string
  ownerId: string | null
  /** Called once, when the stream is stopped or nobody has read it for too long. */
  onStop: (reason: StopReason) => void
}

/** The producer's end of a stream. Both calls keep their order without being awaited one by one. */
export interface StreamWriter {
  append: (data: string) => void
  /** No event follows. Resolves when the log has everything. */
  end: () => Promise<void>
}

/** One reader of a stream. */
export interface StreamReader {
  /**
   * The events that the reader has not had yet, as many as are sent at once: none while there are none, null at the
   * end.
   *
   * @throws {Error} when the stream goes on, but is not read here any longer
   */
  take: () => StreamRecord[] | null
  /** Called when there is more to take, or the end; once for all events of a tick. @default no one is notified */
  onNews: () => void
  close: () => void
}

/** First value stored under a key, and whether it is this caller's. */
export interface Claim {
  streamId: string
  /** Tells a repeated request from another one under the same key. */
  fingerprint: string
  isNew: boolean
}

/**
 * The events of running and lately ended answers: one producer a stream, any number of readers, each from
 * where it left off. Nothing in it names a process, so that a store between instances can stand behind it.
 */
export interface StreamLog {
  /** True when it contains the streams of every instance. */
  readonly shared: boolean
  open: (stream: NewStream) => Promise<StreamWriter>
  /** Forgets a stream that never began, and what was claimed for it. */
  discard: (id: string) => Promise<void>
  /** Undefined for a stream that never was, or ended long ago. */
  state: (id: string) => Promise<StreamState | undefined>
  /** Everything after event `after`, then what comes. Undefined as for `state`. */
  read: (id: string, after: number) => Promise<StreamReader | undefined>
  /**
   * Makes the producer end, wherever it runs. A stream that is stopped as `deleted` leaves the log once its readers have
   * the end; one that has ended leaves at once.
   *
   * @returns false when there is nothing to stop
   */
  stop: (id: string, reason: StopReason) => Promise<boolean>
  /** Remembers which stream answers a key; the first to claim it wins. */
  claim: (key: string, streamId: string, fingerprint: string) => Promise<Claim>
  close: () => Promise<void>
}
