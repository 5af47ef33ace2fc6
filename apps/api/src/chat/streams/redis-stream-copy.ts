import { ErrorReply } from '@redis/client'
import type { RedisConnection } from '../../platform/process/redis.ts'
import type { StreamBuffer } from './stream-buffer.ts'

/**
 * Redis key of a stream: one Redis stream with the same numbers. Entry `0-1` names owner and producer, `n-0` holds
 * event n, and the entry after the last event says that none follows.
 */
export const streamKey = (id: string) => `stream:${id}`

/** The key that a living producer renews. */
export const producerKey = (instance: string) => `producer:${instance}`

// Longer than any answer may take, and what is left of a dead producer's unless somebody reads it.
const runningMs = 3_600_000

/** Options of a copy. */
export interface RedisStreamCopyOptions {
  redis: RedisConnection
  buffer: StreamBuffer
  id: string
  ownerId: string | null
  /** This instance. */
  producer: string
  /** Time that an ended stream is kept, in ms. */
  keepEndedMs: number
}

/**
 * Brings the events of one running stream into Redis, in order and as fast as Redis takes them. Readers at this
 * instance never wait for it; when Redis is away, what it missed is brought after.
 */
export class RedisStreamCopy {
  readonly #options: RedisStreamCopyOptions
  /** The number of the last event that Redis has; -1 when not even the stream's head. */
  #sent = -1
  #busy: Promise<void> | undefined
  /** Redis has all of it, or somebody else has ended it there. */
  done = false

  constructor(options: RedisStreamCopyOptions) {
    this.#options = options
  }

  /** Sends what Redis does not have yet. Never throws: what failed is sent by the next call. */
  flush(): Promise<void> {
    return (this.#busy ??= this.#send())
  }

  /** Finds out what Redis still has after it was away, then goes on from there. */
  async catchUp(): Promise<void> {
    await this.#busy
    const { redis, id } = this.#options
    try {
      const last = await lastEntry(redis, id)
      this.#sent = last === undefined ? -1 : eventNumber(last.id)
      this.done = last?.message['e'] !== undefined
    } catch {
      return
    }
    await this.flush()
  }

  async #send(): Promise<void> {
    const { redis, buffer, id } = this.#options
    const key = streamKey(id)
    // Events of the same tick are written together.
    await Promise.resolve()
    try {
      if (!this.done && this.#sent < 0) await this.#sendHead()
      while (!this.done) {
        const { ended } = buffer
        const events = buffer.since(this.#sent)
        if (events.length > 0) {
          await Promise.all(events.map((event) => redis.xAdd(key, `${event.id}-0`, { d: event.data })))
          this.#sent += events.length
        } else if (ended) {
          await this.#sendEnd()
        } else {
          return
        }
      }
    } catch (error) {
      // An entry of that number is there already: this stream was ended for us.
      if (error instanceof ErrorReply && /equal or smaller/u.test(error.message)) this.done = true
    } finally {
      // At once, not a turn later: the next event must not take this call for one that still runs.
      this.#busy = undefined
    }
  }

  async #sendHead(): Promise<void> {
    const { redis, id, ownerId, producer } = this.#options
    const key = streamKey(id)
    await Promise.all([
      redis.xAdd(key, '0-1', { p: producer, ...(ownerId === null ? {} : { o: ownerId }) }),
      redis.pExpire(key, runningMs),
    ])
    this.#sent = 0
  }

  async #sendEnd(): Promise<void> {
    const { redis, id, keepEndedMs } = this.#options
    const key = streamKey(id)
    await Promise.all([redis.xAdd(key, `${this.#sent + 1}-0`, { e: '1' }), redis.pExpire(key, keepEndedMs)])
    this.done = true
  }
}

/** Returns the last entry of a stream in Redis. */
export async function lastEntry(redis: RedisConnection, id: string) {
  return (await redis.xRevRange(streamKey(id), '+', '-', { COUNT: 1 }))?.[0]
}

/** The number before the dash of an entry's id. */
export function eventNumber(entryId: string): number {
  return Number(entryId.split('-')[0])
}
