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
import { describeBreak, describeCall } from './transport/failures.ts'
import type { ChatTransport } from './transport/transport.ts'
import type {
  ChangeOutcome,
  ChatEngineOptions,
  ChatError,
  ErrorOrigin,
  ImageTools,
  RunFailure,
  StorageState,
} from './types.ts'
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
  /** True when the images of a visitor's messages are stored. */
  readonly storesImages: boolean
  /** Separates engines of one origin; empty without one. */
  readonly namespace: string
  /** Returns the storage key of a name in the engine's namespace. */
  storageKey: (name: string) => string
  /** The fields of a stored JSON object; none when there is none or it is broken. */
  readStored: (key: string) => Record<string, unknown>
  readonly tabs: ChatTabs | undefined
  readonly imageTools: ImageTools | undefined
  readonly storageState: Store<StorageState>
  /** Stores the first of these texts that fits into the storage; `storage` reports when it was not the first. */
  store: (key: string, texts: readonly (() => string)[]) => void
  readonly frames: Frames
  newId: () => string
  /** From 0 up to, but not, 1. */
  random: () => number
  /** The clock's time, ISO 8601. */
  timestamp: () => string
  /** Logs a failure that the engine deals with. */
  log: (what: string, error: unknown) => void
  /** Logs a failed call, by its name, and calls `onError`; returns its description. */
  warn: (what: string, error: unknown) => ChatError
  /** Describes an answer whose stream broke off. */
  describeBreak: (cause: unknown) => RunFailure
  /** Logs a failed run, and calls `onError`. */
  reportRun: (failure: RunFailure, conversationKey: string, messageKey: string) => void
  /** Calls a callback of the application; an exception of it is logged. */
  call: (name: 'onError' | 'onFinish' | 'onEvent', call: (options: ChatEngineOptions) => void) => void
  /** Makes a call that changes something at the server. `revert` returns whether it put the earlier state back. */
  change: (what: string, work: () => Promise<unknown>, revert?: () => boolean) => Promise<ChangeOutcome>
  /** Outcome of a change of something that the engine does not have. */
  unknown: (kind: 'unknown_conversation' | 'unknown_message') => ChangeOutcome
  /** True when a change that the server refuses is put back. */
  readonly reverts: boolean
  /** Runs the work; a rejection is logged and resolves to `undefined`. */
  attempt: <Result>(what: string, work: () => Promise<Result>) => Promise<Result | undefined>
}

export function createContext(options: ChatEngineOptions): EngineContext {
  const platformClock = createClock()
  const { namespace = '' } = options
  const storage = createSafeStorage(() => options.storage ?? pageStorage())
  const storageState = createStore<StorageState>({ status: 'stored', text: null })
  const refused = new Set<string>()
  const reportError = (error: ChatError, origin: ErrorOrigin) =>
    context.call('onError', ({ onError }) => onError?.(error, origin))
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
    storesImages: options.storage?.hasRoomForImages === true,
    namespace,
    storageKey: (name) => storageKeyIn(namespace, name),
    get tabs() {
      return options.tabs
    },
    get imageTools() {
      return options.imageTools
    },
    readStored: (key) => {
      try {
        return fieldsOf(JSON.parse(storage.getItem(key) ?? 'null'))
      } catch {
        return {}
      }
    },
    storageState,
    store: (key, texts) => {
      if (texts.findIndex((text) => storage.tryItem(key, text())) === 0) refused.delete(key)
      else refused.add(key)
      const status = refused.size === 0 ? 'stored' : 'refused'
      if (status === storageState.get().status) return
      storageState.set({ status, text: status === 'stored' ? null : context.labels.storageRefused })
    },
    frames: createFrames((callback) => context.clock.requestFrame(callback)),
    newId: () => options.ids?.() ?? crypto.randomUUID(),
    random: () => options.random?.() ?? Math.random(),
    timestamp: () => new Date(context.clock.now()).toISOString(),
    log: (what, error) => options.logger?.warn(`${what} failed`, { error }),
    warn: (operation, error) => {
      const failure = describeCall(error, context.labels)
      context.log(operation, error)
      reportError(failure, { operation, conversationKey: null, messageKey: null })
      return failure
    },
    describeBreak: (cause) => describeBreak(cause, context.labels),
    reportRun: (failure, conversationKey, messageKey) => {
      context.log('run', failure.cause ?? failure.message)
      reportError(failure, { operation: 'run', conversationKey, messageKey })
    },
    call: (name, call) => {
      try {
        call(options)
      } catch (error) {
        context.log(name, error)
      }
    },
    change: async (what, work, revert = () => false) => {
      try {
        await work()
        return { ok: true }
      } catch (error) {
        return { ok: false, error: context.warn(what, error), reverted: revert() }
      }
    },
    unknown: (kind) => ({
      ok: false,
      reverted: false,
      error: { ...describeCall(null, context.labels), kind },
    }),
    get reverts() {
      return options.refusedChanges !== 'keep'
    },
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
