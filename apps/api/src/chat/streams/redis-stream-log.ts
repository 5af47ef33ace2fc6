import { randomUUID } from 'node:crypto'
import { chatLimits } from '@org/api-client/contract'
import type { RedisConnection } from '../../platform/process/redis.ts'
import type { Clock } from '../../platform/process/clock.ts'
import { createMemoryStreamLog } from './memory-stream-log.ts'
import { eventNumber, lastEntry, producerKey, RedisStreamCopy, streamKey } from './redis-stream-copy.ts'
import { inboxKey, readKey, RedisStreamMirrors, type StreamHead } from './redis-stream-mirror.ts'
import type { Claim, StopReason, StreamLog } from './stream-log.ts'

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

/**
 * The stream log between instances. Each instance keeps its own answers in memory, where its readers find them,
 * and copies them to Redis; readers at other instances are served from there. While Redis is away every instance
 * goes on for its own readers.
 */
export function createRedisStreamLog({
  redis,
  blocking,
  clock,
  onOrphan = () => undefined,
  readerlessMs = chatLimits.readerlessMs,
  keepEndedMs = 300_000,
  producerMs = 5000,
}: RedisStreamLogOptions): StreamLog {
  const instance = randomUUID()
  const copies = new Map<string, RedisStreamCopy>()
  const claimKeys = new Map<string, string>()
  let closed = false
  let cancelBeat: () => void = () => undefined

  const local = createMemoryStreamLog({
    clock,
    readerlessMs,
    keepEndedMs,
    readElsewhereMs: async (id) => {
      // Nobody here reads it; while Redis cannot say whether somebody else does, it goes on for a while.
      const left = await redis.pTTL(readKey(id)).catch(() => producerMs)
      return Math.max(0, left)
    },
  })
  const mirrors = new RedisStreamMirrors({
    redis,
    blocking,
    instance,
    readerlessMs,
    endOrphan,
    onMessage: ({ stop, reason }) => {
      if (stop !== undefined && isReason(reason)) void local.stop(stop, reason)
    },
  })

  async function endOrphan(id: string, producer: string): Promise<void> {
    const ended = await redis.eval(endOrphanScript, {
      keys: [streamKey(id), producerKey(producer)],
      arguments: [interrupted, String(keepEndedMs)],
    })
    if (ended === 1) onOrphan(id)
  }

  async function showAlive(): Promise<void> {
    await redis.set(producerKey(instance), '1', { expiration: { type: 'PX', value: producerMs } })
  }

  async function beat(): Promise<void> {
    try {
      await showAlive()
      await mirrors.keepAlive()
      await redis.pExpire(inboxKey(instance), readerlessMs)
    } catch {
      // Redis is unreachable; the connection logs it.
    }
    if (!closed) cancelBeat = clock.after(producerMs / 5, () => void beat())
  }

  async function headOf(id: string): Promise<StreamHead | undefined> {
    const head = (await redis.xRange(streamKey(id), '-', '+', { COUNT: 1 }))?.[0]
    const producer = head?.message['p']
    return producer === undefined ? undefined : { producer, ownerId: head?.message['o'] ?? null }
  }

  /** Deletes a stream from Redis, unless it runs at another instance: that one deletes it at its end. */
  async function forgetEnded(id: string): Promise<void> {
    const last = await lastEntry(redis, id).catch(() => undefined)
    if (last?.message['e'] === undefined) return
    copies.delete(id)
    await redis.pExpire(streamKey(id), keepDeletedMs)
  }

  const catchUp = () => {
    void showAlive().catch(() => undefined)
    for (const copy of copies.values()) void copy.catchUp()
  }
  redis.on('ready', catchUp)
  void beat()

  return {
    shared: true,
    async open(stream) {
      let isDeleted = false
      const onStop = (reason: StopReason) => {
        isDeleted = reason === 'deleted'
        stream.onStop(reason)
      }
      const writer = await local.open({ ...stream, onStop })
      const buffer = local.buffer(stream.id)
      if (buffer === undefined) return writer
      const copy = new RedisStreamCopy({ ...stream, redis, buffer, producer: instance, keepEndedMs })
      copies.set(stream.id, copy)
      // A client may request the stream from another instance at once.
      await Promise.all([showAlive().catch(() => undefined), copy.flush()])
      return {
        append(data) {
          writer.append(data)
          void copy.flush()
        },
        async end() {
          await writer.end()
          // Events during a flush are not always part of it.
          await copy.flush()
          await copy.flush()
          // Whoever sends the same again later is to be answered, not led to a stream that is gone.
          const claimKey = claimKeys.get(stream.id)
          if (claimKey !== undefined) await redis.pExpire(claimKey, keepEndedMs).catch(() => undefined)
          if (isDeleted) await redis.pExpire(streamKey(stream.id), keepDeletedMs).catch(() => undefined)
          clock.after(isDeleted ? 0 : keepEndedMs, () => copies.delete(stream.id))
        },
      }
    },
    async discard(id) {
      copies.delete(id)
      await local.discard(id)
      const claimKey = claimKeys.get(id)
      claimKeys.delete(id)
      await redis.del([streamKey(id), ...(claimKey === undefined ? [] : [claimKey])]).catch(() => undefined)
    },
    async state(id) {
      const own = await local.state(id)
      if (own !== undefined) return own
      const head = await headOf(id)
      if (head === undefined) return undefined
      if ((await redis.exists(producerKey(head.producer))) === 0) await endOrphan(id, head.producer)
      const last = await lastEntry(redis, id)
      if (last === undefined) return undefined
      const ended = last.message['e'] !== undefined
      return { ownerId: head.ownerId, ended, lastId: eventNumber(last.id) - (ended ? 1 : 0) }
    },
    async read(id, after) {
      return (await local.read(id, after)) ?? mirrors.read(id, after)
    },
    async stop(id, reason) {
      const own = await local.state(id)
      if (reason === 'deleted' && own?.ended !== false) await forgetEnded(id)
      if (own !== undefined) return local.stop(id, reason)
      const head = await headOf(id)
      if (head === undefined || (await redis.exists(producerKey(head.producer))) === 0) return false
      await redis.xAdd(inboxKey(head.producer), '*', { stop: id, reason })
      return true
    },
    async claim(key, streamId, fingerprint) {
      const claimKey = `claim:${key}`
      const mine = JSON.stringify({ streamId, fingerprint } satisfies Omit<Claim, 'isNew'>)
      try {
        const known = await redis.set(claimKey, mine, {
          condition: 'NX',
          GET: true,
          expiration: { type: 'PX', value: 2 * keepEndedMs },
        })
        if (known !== null) return { ...readClaim(known), isNew: false }
        claimKeys.set(streamId, claimKey)
        clock.after(2 * keepEndedMs, () => claimKeys.delete(streamId))
        return { streamId, fingerprint, isNew: true }
      } catch {
        return local.claim(key, streamId, fingerprint)
      }
    },
    async close() {
      closed = true
      cancelBeat()
      redis.off('ready', catchUp)
      await local.close()
      await mirrors.close()
      await redis.del([producerKey(instance), inboxKey(instance)]).catch(() => undefined)
    },
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
