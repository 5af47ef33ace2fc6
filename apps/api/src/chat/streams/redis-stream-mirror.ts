import type { RedisConnection } from '../../platform/process/redis.ts'
import { eventNumber, producerKey, streamKey } from './redis-stream-copy.ts'
import { StreamBuffer } from './stream-buffer.ts'
import type { StreamReader } from './stream-log.ts'

/** The head of a stream in Redis. */
export interface StreamHead {
  ownerId: string | null
  producer: string
}

/** Redis key with which an instance reports readers of another instance's stream. */
export const readKey = (id: string) => `read:${id}`

/** Redis key of the messages to one instance. */
export const inboxKey = (instance: string) => `inbox:${instance}`

/** A message to an instance: stop a stream, or only wake up. */
export type InboxMessage = Record<string, string>

/** Settings of the mirrors. Times in milliseconds. */
export interface RedisStreamMirrorsOptions {
  redis: RedisConnection
  /** A connection of its own, which waits for news. */
  blocking: RedisConnection
  /** This instance. */
  instance: string
  readerlessMs: number
  onMessage: (message: InboxMessage) => void
  /** Ends the stream of a producer that is gone. */
  endOrphan: (id: string, producer: string) => Promise<void>
}

interface Mirror {
  buffer: StreamBuffer
  producer: string
}

const blockMs = 1000

/**
 * Streams that other instances make and somebody reads here. Each is read from Redis once, by one connection for
 * all of them, however many readers it has; it is let go with the last one.
 */
export class RedisStreamMirrors {
  readonly #options: RedisStreamMirrorsOptions
  readonly #mirrors = new Map<string, Mirror>()
  readonly #loading = new Map<string, Promise<Mirror | undefined>>()
  readonly #pumped: Promise<void>
  #inboxAt = '0-0'
  #closed = false

  constructor(options: RedisStreamMirrorsOptions) {
    this.#options = options
    this.#pumped = this.#pump()
  }

  /** A reader of a stream of another instance; undefined when Redis has none. */
  async read(id: string, after: number): Promise<StreamReader | undefined> {
    const known = this.#mirrors.get(id) ?? (await this.#load(id))
    return known?.buffer.read(after, true)
  }

  /** Tells producers that their streams are read here, and ends the streams of those that are gone. */
  async keepAlive(): Promise<void> {
    const { redis, readerlessMs, endOrphan } = this.#options
    const running = [...this.#mirrors].filter(([, { buffer }]) => !buffer.ended)
    await Promise.all(
      running.map(async ([id, { producer }]) => {
        const [alive] = await Promise.all([
          redis.exists(producerKey(producer)),
          redis.set(readKey(id), '1', { expiration: { type: 'PX', value: readerlessMs } }),
        ])
        if (alive === 0) await endOrphan(id, producer)
      }),
    )
  }

  /** Cuts off whoever reads here: they go on at another instance. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { buffer } of this.#mirrors.values()) buffer.breakOff()
    this.#mirrors.clear()
    this.#options.blocking.destroy()
    await this.#pumped
  }

  async #load(id: string): Promise<Mirror | undefined> {
    const known = this.#loading.get(id)
    if (known !== undefined) return known
    const loading = this.#fetch(id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return loading
  }

  async #fetch(id: string): Promise<Mirror | undefined> {
    const { redis, instance, readerlessMs } = this.#options
    const [head, ...entries] = (await redis.xRange(streamKey(id), '-', '+')) ?? []
    const producer = head?.message['p']
    if (producer === undefined) return undefined
    const buffer = new StreamBuffer((readers) => {
      if (readers === 0) this.#mirrors.delete(id)
    })
    const mirror = { buffer, producer }
    apply(buffer, entries)
    if (buffer.ended) return mirror
    this.#mirrors.set(id, mirror)
    await Promise.all([
      redis.set(readKey(id), '1', { expiration: { type: 'PX', value: readerlessMs } }),
      // The connection that waits does not know this stream yet.
      redis.xAdd(inboxKey(instance), '*', { wake: '1' }),
    ])
    return mirror
  }

  async #pump(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#readOnce()
      } catch {
        // Away, or closing. It mends itself.
        await new Promise((resolve) => setTimeout(resolve, this.#closed ? 0 : 200))
      }
    }
  }

  async #readOnce(): Promise<void> {
    const { blocking, instance, onMessage } = this.#options
    const inbox = inboxKey(instance)
    const ids = new Map([...this.#mirrors].map(([id]) => [streamKey(id), id]))
    const places = [...this.#mirrors].map(([id, { buffer }]) => ({
      key: streamKey(id),
      id: `${buffer.lastId}-1`,
    }))
    const news = await blocking.xRead([{ key: inbox, id: this.#inboxAt }, ...places], {
      BLOCK: blockMs,
      COUNT: 1000,
    })
    for (const { name, messages } of news ?? []) {
      // Redis names keys in full, with the prefix that the connection puts before them.
      if (name.endsWith(inbox)) {
        this.#inboxAt = messages.at(-1)?.id ?? this.#inboxAt
        for (const { message } of messages) onMessage(message)
        continue
      }
      const id = ids.get(name.slice(name.lastIndexOf(streamKey(''))))
      const mirror = id === undefined ? undefined : this.#mirrors.get(id)
      if (mirror !== undefined) apply(mirror.buffer, messages)
    }
  }
}

interface Entry {
  id: string
  message: Record<string, string>
}

function apply(buffer: StreamBuffer, entries: readonly Entry[]): void {
  for (const { id, message } of entries) {
    if (message['e'] !== undefined) buffer.end()
    // A stream that was read twice brings nothing new, and one with a gap nothing that could be used.
    else if (message['d'] !== undefined && eventNumber(id) === buffer.lastId + 1) buffer.append(message['d'])
  }
}
