export { openAsyncStorage } from './storage/async-storage.ts'
export type {
  AsyncChatStorage,
  AsyncStorageOptions,
  ChangeChannel,
  OpenedStorage,
} from './storage/async-storage.ts'
export { openIndexedDbStorage } from './storage/indexed-db.ts'
export type { IndexedDbOptions } from './storage/indexed-db.ts'
