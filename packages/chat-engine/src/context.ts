import { createFrames } from './platform/frames.ts'
import type { Frames } from './platform/frames.ts'
import { defaultLabels } from './platform/labels.ts'
import type { AttachmentLabels, ChatLabels } from './platform/labels.ts'
import { defaultLimits } from './platform/limits.ts'
import type { ChatLimits } from './platform/limits.ts'
import { createClock, createSafeStorage, pageStorage } from './platform/platform.ts'
import type { ChatClock, ChatStorage } from './platform/platform.ts'
import { createStore } from './platform/store.ts'
import type { Store } from './platform/store.ts'
import type { ChatTabs } from './tabs/tabs-port.ts'
import type { ChatTransport } from './transport/transport.ts'
import type { ChatEngineOptions, ImageTools, StorageState } from './types.ts'
import { storageKeyIn } from './platform/storage-key.ts'
import { type Given, withDefaults } from './platform/with-defaults.ts'

/** The options with their defaults, each read from the caller's object when it is used. */
export interface EngineContext {
  readonly transport: ChatTransport
  readonly clock: ChatClock
  readonly limits: ChatLimits
  readonly labels: ChatLabels & Given<AttachmentLabels>
  readonly disclaimer: ChatEngineOptions['disclaimer']
  readonly storage: ChatStorage
  /** Separates engines of one origin; empty without one. */
  readonly namespace: string
  /** Returns the storage key of a name in the engine's namespace. */
  storageKey: (name: string) => string
  /** The fields of a stored JSON object; none when there is none or it is broken. */
  readKept: (key: string) => Record<string, unknown>
  readonly tabs: ChatTabs | undefined
  readonly imageTools: ImageTools | undefined
  readonly storageState: Store<StorageState>
  /** Stores the first of these texts that fits into the storage; `storage` reports when it was not the first. */
  keep: (key: string, texts: readonly (() => string)[]) => void
  readonly frames: Frames
  newId: () => string
  /** From 0 up to, but not, 1. */
  random: () => number
  /** The clock's time, ISO 8601. */
  timestamp: () => string
  /** Tells the log that something failed which no person needs to see: a call of the transport, by its name, say. */
  warn: (what: string, error: unknown) => void
  /** Runs the work; a rejection is logged and resolves to `undefined`. */
  attempt: <Result>(what: string, work: () => Promise<Result>) => Promise<Result | undefined>
}

export function createContext(options: ChatEngineOptions): EngineContext {
  const platformClock = createClock()
  const { namespace = '' } = options
  const storage = createSafeStorage(() => options.storage ?? pageStorage())
  const storageState = createStore<StorageState>({ status: 'kept', text: null })
  const refused = new Set<string>()
  const context: EngineContext = {
    get transport() {
      return options.transport
    },
    get clock() {
      return options.clock ?? platformClock
    },
    get limits() {
      return withDefaults(defaultLimits, options.limits)
    },
    get labels() {
      return withDefaults<ChatLabels & Given<AttachmentLabels>>(defaultLabels, options.labels)
    },
    get disclaimer() {
      return options.disclaimer
    },
    storage,
    namespace,
    storageKey: (name) => storageKeyIn(namespace, name),
    get tabs() {
      return options.tabs
    },
    get imageTools() {
      return options.imageTools
    },
    readKept: (key) => {
      try {
        return fieldsOf(JSON.parse(storage.getItem(key) ?? 'null'))
      } catch {
        return {}
      }
    },
    storageState,
    keep: (key, texts) => {
      if (texts.findIndex((text) => storage.tryItem(key, text())) === 0) refused.delete(key)
      else refused.add(key)
      const status = refused.size === 0 ? 'kept' : 'refused'
      if (status === storageState.get().status) return
      storageState.set({ status, text: status === 'kept' ? null : context.labels.storageRefused })
    },
    frames: createFrames((callback) => context.clock.requestFrame(callback)),
    newId: () => options.ids?.() ?? crypto.randomUUID(),
    random: () => options.random?.() ?? Math.random(),
    timestamp: () => new Date(context.clock.now()).toISOString(),
    warn: (what, error) => options.logger?.warn(`${what} failed`, { error }),
    attempt: async (what, work) => {
      try {
        return await work()
      } catch (error) {
        context.warn(what, error)
        return undefined
      }
    },
  }
  return context
}

/** The fields of a kept value; none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return { ...(typeof value === 'object' ? value : null) }
}
