import type { ChatStorage } from '../platform/platform.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'

/** A store of texts whose calls take time, such as IndexedDB or a file. */
export interface AsyncChatStorage {
  /** Reads all entries. */
  readAll: () => Promise<Iterable<readonly [key: string, value: string]>>
  /** Writes the changes, all or none; null removes an entry. */
  write: (changes: ReadonlyMap<string, string | null>) => Promise<void>
}

/** Broadcasts changes to the other pages of this browser. */
export interface ChangeChannel {
  post: (message: unknown) => void
  /** Calls back with every message of another page. The returned function closes the channel. */
  listen: (listener: (message: unknown) => void) => () => void
}

/** Options of {@link openAsyncStorage}. */
export interface AsyncStorageOptions {
  /** Channel to the other pages, which otherwise do not see changes until they are loaded again. @default none */
  channel?: ChangeChannel | undefined
  /** Storage that had the entries before: an entry moves from there when it is read for the first time. @default none */
  earlier?: ChatStorage | undefined
  /** Called with the error of a failed write. The entries stay in memory, and go with the next write. @default nothing */
  onError?: ((error: unknown) => void) | undefined
  /** As in {@link ChatStorage}. @default true */
  hasRoomForImages?: boolean | undefined
}

/** A {@link ChatStorage} over a slower store. */
export interface OpenedStorage extends ChatStorage {
  /** Resolves when all changes so far are stored; rejects when the last write failed. */
  flush: () => Promise<void>
  /** Stores what is left and closes the channel. */
  close: () => Promise<void>
}

/**
 * Opens an asynchronous store as the `storage` of an engine: reads all entries into memory, answers from there, and
 * writes changes in the background, in their order.
 *
 * @throws what the store throws when it is read
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
 * import { openAsyncStorage } from '@org/chat-engine/indexed-db'
 *
 * const stored = new Map<string, string>()
 * const storage = await openAsyncStorage({
 *   readAll: async () => stored,
 *   write: async (changes) => {
 *     for (const [key, value] of changes) {
 *       if (value === null) stored.delete(key)
 *       else stored.set(key, value)
 *     }
 *   },
 * })
 * export const engine = createChatEngine({ transport: createAiSdkTransport(), storage })
 */
export async function openAsyncStorage(
  store: AsyncChatStorage,
  { channel, earlier, onError, hasRoomForImages = true }: AsyncStorageOptions = {},
): Promise<OpenedStorage> {
  const entries = new Map(await store.readAll())
  let waiting = new Map<string, string | null>()
  let writing: Promise<void> = Promise.resolve()

  const closeChannel = channel?.listen((data) => {
    if (!isRecord(data)) return
    const key = readText(data['key'])
    // A change of this page that is not stored yet is newer.
    if (key !== null && !waiting.has(key)) keep(key, readText(data['value']))
  })

  function keep(key: string, value: string | null): void {
    if (value === null) entries.delete(key)
    else entries.set(key, value)
  }

  function change(key: string, value: string | null): void {
    keep(key, value)
    waiting.set(key, value)
    channel?.post({ key, value })
    // One write takes all that has changed until its turn comes.
    if (waiting.size === 1) schedule()
  }

  function schedule(): void {
    writing = writing.catch(() => undefined).then(write)
    writing.catch((error: unknown) => onError?.(error))
  }

  async function write(): Promise<void> {
    const changes = waiting
    if (changes.size === 0) return
    waiting = new Map()
    try {
      await store.write(changes)
    } catch (error) {
      waiting = new Map([...changes, ...waiting])
      throw error
    }
  }

  function move(key: string): string | null {
    const value = earlier?.getItem(key) ?? null
    if (value === null) return null
    change(key, value)
    earlier?.removeItem(key)
    return value
  }

  async function flush(): Promise<void> {
    await writing.catch(() => undefined)
    if (waiting.size > 0) schedule()
    await writing
  }

  return {
    hasRoomForImages,
    getItem: (key) => entries.get(key) ?? move(key),
    setItem: change,
    removeItem: (key) => {
      earlier?.removeItem(key)
      if (entries.has(key)) change(key, null)
    },
    flush,
    close: async () => {
      await flush()
      closeChannel?.()
    },
  }
}
