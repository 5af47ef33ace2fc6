import type { ProductOptions } from '@org/citations'
import {
  computed,
  type ComputedRef,
  type MaybeRefOrGetter,
  type ShallowRef,
  toValue,
  type WritableComputedRef,
} from 'vue'
import {
  type ComposerActions,
  type ComposerBlock,
  createComposerActions,
  createComposerStore,
} from '../bindings/composer-view.ts'
import { type ConversationKey, createThreadStore, keyIn, type ThreadView } from '../bindings/thread-view.ts'
import type {
  AccessState,
  ChatEngine,
  ChatMessage,
  ConversationListState,
  DisclaimerState,
  GuestImportState,
  ImageAttachment,
  PendingImage,
} from '../types.ts'
import { useChatEngine } from './provide-chat-engine.ts'
import { useStore } from './use-store.ts'

/** The list of conversations, and what can be done with it. */
export interface Conversations extends Pick<
  ChatEngine,
  'create' | 'select' | 'rename' | 'pin' | 'archive' | 'remove' | 'loadMore' | 'search'
> {
  state: Readonly<ShallowRef<ConversationListState>>
}

/** The list of conversations. Changes when the list or the selection does, not while text streams. */
export function useConversations(): Conversations {
  const engine = useChatEngine()
  const { create, select, rename, pin, archive, remove, loadMore, search } = engine
  const state = useStore(engine.conversations)
  return { state, create, select, rename, pin, archive, remove, loadMore, search }
}

/** A conversation's thread, and what can be done with it. */
export interface Thread extends Pick<
  ChatEngine,
  'edit' | 'regenerate' | 'showSibling' | 'rate' | 'approve' | 'reject'
> {
  /** Null until there is one. */
  state: Readonly<ShallowRef<ThreadView | null>>
  /** Keys of its messages, oldest first. */
  messageKeys: ComputedRef<readonly string[]>
  isRunning: ComputedRef<boolean>
  retry: () => void
  stop: () => void
  reload: () => void
  loadOlder: () => void
}

/** A conversation's thread, by default the selected one's. Changes when messages come or go, not while text streams. */
export function useThread(key?: MaybeRefOrGetter<ConversationKey>): Thread {
  const engine = useChatEngine()
  const state = useStore(() => createThreadStore(engine, toValue(key)))
  const at = () => keyIn(engine, toValue(key)) ?? ''
  const { edit, regenerate, showSibling, rate, approve, reject } = engine
  return {
    edit,
    regenerate,
    showSibling,
    rate,
    approve,
    reject,
    state,
    messageKeys: computed(() => state.value?.messageKeys ?? []),
    isRunning: computed(() => state.value?.isRunning ?? false),
    retry: () => void engine.retry(at()),
    stop: () => void engine.stop(at()),
    reload: () => void engine.reload(at()),
    loadOlder: () => void engine.loadOlder(at()),
  }
}

/** One message, by its key; undefined once it is gone. Of a thread, only the streaming one changes. */
export function useMessage(key: MaybeRefOrGetter<string>): Readonly<ShallowRef<ChatMessage | undefined>> {
  const engine = useChatEngine()
  return useStore(() => engine.message(toValue(key)))
}

/** The input of a conversation. */
export interface Composer extends ComposerActions {
  /** The draft's text: `<textarea v-model="text">`. */
  text: WritableComputedRef<string>
  images: ComputedRef<readonly ImageAttachment[]>
  pending: ComputedRef<readonly PendingImage[]>
  /** True while an answer is running: the stop control shows. */
  isRunning: ComputedRef<boolean>
  /** Why nothing can be written; null when it can. */
  disabledBy: ComputedRef<ComposerBlock | null>
  /** True when `send` would send. */
  canSend: ComputedRef<boolean>
}

/** The input of a conversation, by default the selected one. */
export function useComposer(key?: MaybeRefOrGetter<ConversationKey>): Composer {
  const engine = useChatEngine()
  const state = useStore(() => createComposerStore(engine, toValue(key)))
  const actions = () => createComposerActions(engine, toValue(key))
  return {
    text: computed({ get: () => state.value.text, set: (text) => actions().setText(text) }),
    images: computed(() => state.value.images),
    pending: computed(() => state.value.pending),
    isRunning: computed(() => state.value.isRunning),
    disabledBy: computed(() => state.value.disabledBy),
    canSend: computed(() => state.value.canSend),
    setText: (text) => actions().setText(text),
    setImages: (images) => actions().setImages(images),
    attach: (files) => actions().attach(files),
    removeImage: (index) => actions().removeImage(index),
    send: (choice) => actions().send(choice),
    stop: () => actions().stop(),
  }
}

/** Access of the person, the disclaimer, and the actions that change them. */
export interface Access extends Pick<
  ChatEngine,
  'refresh' | 'sendPendingPrompt' | 'dismissPendingPrompt' | 'acknowledgeDisclaimer'
> {
  state: Readonly<ShallowRef<AccessState>>
  disclaimer: Readonly<ShallowRef<DisclaimerState>>
}

/** The state of access and of the disclaimer. */
export function useAccess(): Access {
  const engine = useChatEngine()
  const { refresh, sendPendingPrompt, dismissPendingPrompt, acknowledgeDisclaimer } = engine
  return {
    refresh,
    sendPendingPrompt,
    dismissPendingPrompt,
    acknowledgeDisclaimer,
    state: useStore(engine.access),
    disclaimer: useStore(engine.disclaimer),
  }
}

/** The options of every known product, by product name. A product without an entry is loading. */
export function useProducts(): Readonly<ShallowRef<ProductOptions>> {
  return useStore(useChatEngine().products)
}

/** The offer to bring a guest's conversations into the account. */
export function useGuestImport(): Pick<ChatEngine, 'importGuest' | 'dismissGuestImport'> & {
  state: Readonly<ShallowRef<GuestImportState>>
} {
  const engine = useChatEngine()
  const { importGuest, dismissGuestImport } = engine
  return { state: useStore(engine.guestImport), importGuest, dismissGuestImport }
}
