import { createSafeStorage, openBroadcastChannel, pageStorage } from '../platform/platform.ts'
import {
  type AsyncChatStorage,
  type AsyncStorageOptions,
  type ChangeChannel,
  openAsyncStorage,
  type OpenedStorage,
} from './async-storage.ts'

/** Options of {@link openIndexedDbStorage}. */
export interface IndexedDbOptions extends Pick<AsyncStorageOptions, 'onError'> {
  /** Name of the database, and of the channel between pages. @default 'org.chat' */
  name?: string | undefined
  /** @default the page's IndexedDB */
  indexedDB?: IDBFactory | undefined
  /** Storage whose entries move into the database when they are read; null for none. @default localStorage */
  earlier?: AsyncStorageOptions['earlier'] | null
}

/**
 * Opens a storage in IndexedDB, which has room for the images of drafts and guests that localStorage lacks. Pages of one
 * browser see each other's changes. Without IndexedDB, or where it is forbidden, the storage is `earlier`, or memory.
 *
 * @example
 * import { createApiClient } from '@org/api-client'
 * import { createApiTransport, createChatEngine } from '@org/chat-engine'
 * import { openIndexedDbStorage } from '@org/chat-engine/indexed-db'
 *
 * export const engine = createChatEngine({
 *   transport: createApiTransport(createApiClient()),
 *   storage: await openIndexedDbStorage(),
 * })
 */
export async function openIndexedDbStorage(options: IndexedDbOptions = {}): Promise<OpenedStorage> {
  const { name = 'org.chat', onError } = options
  const earlier = createSafeStorage(() =>
    options.earlier === null ? undefined : (options.earlier ?? pageStorage()),
  )
  let database: IDBDatabase
  try {
    // Also the access to it may be forbidden.
    database = await openDatabase(options.indexedDB ?? globalThis.indexedDB, name)
  } catch (error) {
    onError?.(error)
    return { ...earlier, flush: () => Promise.resolve(), close: () => Promise.resolve() }
  }
  const channel = openChannel(name)
  const storage = await openAsyncStorage(createStore(database), { channel, earlier, onError })
  return {
    ...storage,
    close: async () => {
      await storage.close()
      database.close()
    },
  }
}

const TABLE = 'entries'

function openChannel(name: string): ChangeChannel | undefined {
  const channel = openBroadcastChannel(name)
  if (channel === null) return undefined
  return {
    // A channel has no target origin: its messages stay on this one.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => listener(data))
      return () => channel.close()
    },
  }
}

function openDatabase(indexedDB: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE))
  return resultOf(request)
}

function createStore(database: IDBDatabase): AsyncChatStorage {
  return {
    readAll: async () => {
      const table = database.transaction(TABLE).objectStore(TABLE)
      const [keys, values] = await Promise.all([resultOf(table.getAllKeys()), resultOf(table.getAll())])
      return keys.flatMap((key, index) => {
        const value: unknown = values[index]
        return typeof key === 'string' && typeof value === 'string' ? [[key, value] as const] : []
      })
    },
    write: (changes) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(TABLE, 'readwrite')
        const table = transaction.objectStore(TABLE)
        for (const [key, value] of changes) {
          if (value === null) table.delete(key)
          else table.put(value, key)
        }
        transaction.addEventListener('complete', () => resolve())
        const fail = () => reject(transaction.error ?? new Error('The transaction was aborted.'))
        transaction.addEventListener('error', fail)
        transaction.addEventListener('abort', fail)
      }),
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed.')))
    // Another page holds an older version open: it is not waited for.
    request.addEventListener('blocked', () => reject(new Error('The database is blocked.')))
  })
}
