import { randomUUID } from 'node:crypto'
import { chatLimits } from '@org/api-client/contract'
import type { RedisConnection } from '../../platform/process/redis.ts'
import type { Clock } from '../../platform/process/clock.ts'
import { createMemoryStreamLog } from './memory-stream-log.ts'
import { eventNumber, lastEntry, producerKey, RedisStreamCopy, streamKey } from './redis-stream-copy.ts'
import { inboxKey, readKey, RedisStreamMirrors, type StreamHead } from './redis-stream-mirror.ts'
import type {
  Claim,
  NewStream,
  StopReason,
  StreamLog,
  StreamReader,
  StreamState,
  StreamWriter,
} from './stream-log.ts'

/** Settings of the log in Redis. Times in milliseconds. */
export interface RedisStreamLogOptions {
  redis: RedisConnection
  /** A second connection, for this log alone. */
  blocking: RedisConnection
  clock: Clock
  /** Told that a stream was ended whose producer is gone. */
  onOrphan?: (id: string) => void
  /** @default 60_000 */
  readerlessMs?: number
  /** @default 300_000 */
  keepEndedMs?: number
  /** A producer that has not been heard of for this long is gone. @default 5_000 */
  producerMs?: number
}

const interrupted = JSON.stringify({
  type: 'error',
  code: 'interrupted',
  message: 'The answer was interrupted because its server is gone. Please ask again.',
})

// Whoever is first ends it, unless its producer has come back or has ended it after all.
const endOrphanScript = `
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[2][1] == 'e' or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local n = tonumber(string.match(last[1], '^%d+'))
redis.call('XADD', KEYS[1], (n + 1) .. '-0', 'd', ARGV[1])
redis.call('XADD', KEYS[1], (n + 2) .. '-0', 'e', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** Readers at other instances take the end of a deleted stream within this time, in ms. */
const keepDeletedMs = 2000

/** Creates the stream log that instances share. */
export function createRedisStreamLog(options: RedisStreamLogOptions): StreamLog {
  const log = new RedisStreamLog(options)
  return {
    shared: true,
    open: (stream) => log.open(stream),
    discard: (id) => log.discard(id),
    state: (id) => log.state(id),
    read: (id, after) => log.read(id, after),
    stop: (id, reason) => log.stop(id, reason),
    claim: (key, streamId, fingerprint) => log.claim(key, streamId, fingerprint),
    close: () => log.close(),
  }
}

/**
 * The stream log between instances. Each instance keeps its own answers in memory, where its readers find them,
 * and copies them to Redis; readers at other instances are served from there. While Redis is unreachable every
 * instance serves its own readers alone.
 */
class RedisStreamLog {
  readonly #options: Required<RedisStreamLogOptions>
  readonly #instance = randomUUID()
  readonly #copies = new Map<string, RedisStreamCopy>()
  readonly #claimKeys = new Map<string, string>()
  readonly #local: ReturnType<typeof createMemoryStreamLog>
  readonly #mirrors: RedisStreamMirrors
  #closed = false
  #cancelBeat: () => void = () => undefined

  constructor({
    redis,
    blocking,
    clock,
    onOrphan = () => undefined,
    readerlessMs = chatLimits.readerlessMs,
    keepEndedMs = 300_000,
    producerMs = 5000,
  }: RedisStreamLogOptions) {
    this.#options = { redis, blocking, clock, onOrphan, readerlessMs, keepEndedMs, producerMs }
    this.#local = createMemoryStreamLog({
      clock,
      readerlessMs,
      keepEndedMs,
      readElsewhereMs: async (id) => {
        // No reader is here. While Redis is unreachable, readers elsewhere are assumed for a while.
        const left = await redis.pTTL(readKey(id)).catch(() => producerMs)
        return Math.max(0, left)
      },
    })
    this.#mirrors = new RedisStreamMirrors({
      redis,
      blocking,
      instance: this.#instance,
      readerlessMs,
      endOrphan: (id, producer) => this.#endOrphan(id, producer),
      onMessage: ({ stop, reason }) => {
        if (stop !== undefined && isReason(reason)) void this.#local.stop(stop, reason)
      },
    })
    redis.on('ready', this.#catchUp)
    void this.#beat()
  }

  async open(stream: NewStream): Promise<StreamWriter> {
    const { redis, clock, keepEndedMs } = this.#options
    let isDeleted = false
    const onStop = (reason: StopReason) => {
      isDeleted = reason === 'deleted'
      stream.onStop(reason)
    }
    const writer = await this.#local.open({ ...stream, onStop })
    const buffer = this.#local.buffer(stream.id)
    if (buffer === undefined) return writer
    const copy = new RedisStreamCopy({ ...stream, redis, buffer, producer: this.#instance, keepEndedMs })
    this.#copies.set(stream.id, copy)
    // A client may request the stream from another instance at once.
    await Promise.all([this.#showAlive().catch(() => undefined), copy.flush()])
    return {
      append(data) {
        writer.append(data)
        void copy.flush()
      },
      end: async () => {
        await writer.end()
        // Events during a flush are not always part of it.
        await copy.flush()
        await copy.flush()
        // A later send of the same question must start a new answer, not lead to a stream that is gone.
        const claimKey = this.#claimKeys.get(stream.id)
        if (claimKey !== undefined) await redis.pExpire(claimKey, keepEndedMs).catch(() => undefined)
        if (isDeleted) await redis.pExpire(streamKey(stream.id), keepDeletedMs).catch(() => undefined)
        clock.after(isDeleted ? 0 : keepEndedMs, () => this.#copies.delete(stream.id))
      },
    }
  }

  async discard(id: string): Promise<void> {
    this.#copies.delete(id)
    await this.#local.discard(id)
    const claimKey = this.#claimKeys.get(id)
    this.#claimKeys.delete(id)
    const keys = [streamKey(id), ...(claimKey === undefined ? [] : [claimKey])]
    await this.#options.redis.del(keys).catch(() => undefined)
  }

  async state(id: string): Promise<StreamState | undefined> {
    const { redis } = this.#options
    const own = await this.#local.state(id)
    if (own !== undefined) return own
    const head = await this.#headOf(id)
    if (head === undefined) return undefined
    if ((await redis.exists(producerKey(head.producer))) === 0) await this.#endOrphan(id, head.producer)
    const last = await lastEntry(redis, id)
    if (last === undefined) return undefined
    const ended = last.message['e'] !== undefined
    return { ownerId: head.ownerId, ended, lastId: eventNumber(last.id) - (ended ? 1 : 0) }
  }

  async read(id: string, after: number): Promise<StreamReader | undefined> {
    return (await this.#local.read(id, after)) ?? this.#mirrors.read(id, after)
  }

  async stop(id: string, reason: StopReason): Promise<boolean> {
    const { redis } = this.#options
    const own = await this.#local.state(id)
    if (reason === 'deleted' && own?.ended !== false) await this.#forgetEnded(id)
    if (own !== undefined) return this.#local.stop(id, reason)
    const head = await this.#headOf(id)
    if (head === undefined || (await redis.exists(producerKey(head.producer))) === 0) return false
    await redis.xAdd(inboxKey(head.producer), '*', { stop: id, reason })
    return true
  }

  async claim(key: string, streamId: string, fingerprint: string): Promise<Claim> {
    const { redis, clock, keepEndedMs } = this.#options
    const claimKey = `claim:${key}`
    const mine = JSON.stringify({ streamId, fingerprint } satisfies Omit<Claim, 'isNew'>)
    try {
      const known = await redis.set(claimKey, mine, {
        condition: 'NX',
        GET: true,
        expiration: { type: 'PX', value: 2 * keepEndedMs },
      })
      if (known !== null) return { ...readClaim(known), isNew: false }
      this.#claimKeys.set(streamId, claimKey)
      clock.after(2 * keepEndedMs, () => this.#claimKeys.delete(streamId))
      return { streamId, fingerprint, isNew: true }
    } catch {
      return this.#local.claim(key, streamId, fingerprint)
    }
  }

  async close(): Promise<void> {
    const { redis } = this.#options
    this.#closed = true
    this.#cancelBeat()
    redis.off('ready', this.#catchUp)
    await this.#local.close()
    await this.#mirrors.close()
    await redis.del([producerKey(this.#instance), inboxKey(this.#instance)]).catch(() => undefined)
  }

  readonly #catchUp = (): void => {
    void this.#showAlive().catch(() => undefined)
    for (const copy of this.#copies.values()) void copy.catchUp()
  }

  async #endOrphan(id: string, producer: string): Promise<void> {
    const { redis, keepEndedMs, onOrphan } = this.#options
    const ended = await redis.eval(endOrphanScript, {
      keys: [streamKey(id), producerKey(producer)],
      arguments: [interrupted, String(keepEndedMs)],
    })
    if (ended === 1) onOrphan(id)
  }

  async #showAlive(): Promise<void> {
    const { redis, producerMs } = this.#options
    await redis.set(producerKey(this.#instance), '1', { expiration: { type: 'PX', value: producerMs } })
  }

  async #beat(): Promise<void> {
    const { redis, clock, readerlessMs, producerMs } = this.#options
    try {
      await this.#showAlive()
      await this.#mirrors.keepAlive()
      await redis.pExpire(inboxKey(this.#instance), readerlessMs)
    } catch {
      // Redis is unreachable; the connection logs it.
    }
    if (!this.#closed) this.#cancelBeat = clock.after(producerMs / 5, () => void this.#beat())
  }

  async #headOf(id: string): Promise<StreamHead | undefined> {
    const head = (await this.#options.redis.xRange(streamKey(id), '-', '+', { COUNT: 1 }))?.[0]
    const producer = head?.message['p']
    return producer === undefined ? undefined : { producer, ownerId: head?.message['o'] ?? null }
  }

  /** Deletes a stream from Redis, unless it runs at another instance: that one deletes it at its end. */
  async #forgetEnded(id: string): Promise<void> {
    const { redis } = this.#options
    const last = await lastEntry(redis, id).catch(() => undefined)
    if (last?.message['e'] === undefined) return
    this.#copies.delete(id)
    await redis.pExpire(streamKey(id), keepDeletedMs)
  }
}

function isReason(value: string | undefined): value is StopReason {
  return value === 'user' || value === 'abandoned' || value === 'deleted'
}

function readClaim(text: string): Omit<Claim, 'isNew'> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('That is no claim.')
  const { streamId, fingerprint } = { streamId: '', fingerprint: '', ...value }
  return { streamId, fingerprint }
}
