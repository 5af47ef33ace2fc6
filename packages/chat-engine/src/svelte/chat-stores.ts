import type { ProductOptions } from '@org/citations'
import {
  type ComposerActions,
  type ComposerView,
  createComposerActions,
  createComposerStore,
} from '../bindings/composer-view.ts'
import { type ConversationKey, createThreadStore, type ThreadView } from '../bindings/thread-view.ts'
import type {
  AccessState,
  ChatEngine,
  ChatMessage,
  ConversationListState,
  DisclaimerState,
  GuestImportState,
  StorageState,
} from '../types.ts'
import { type Readable, toReadable, type Writable } from './readable.ts'

/** The input of a conversation: its state, its text to bind, and its actions. */
export interface ComposerStores extends ComposerActions {
  state: Readable<ComposerView>
  /** The draft's text: `<textarea bind:value={$text}>`. */
  text: Writable<string>
}

/** An engine's stores as Svelte reads them. */
export interface ChatStores {
  conversations: Readable<ConversationListState>
  access: Readable<AccessState>
  disclaimer: Readable<DisclaimerState>
  products: Readable<ProductOptions>
  guestImport: Readable<GuestImportState>
  storage: Readable<StorageState>
  /** A conversation's thread, by default the selected one's; null until there is one. */
  thread: (key?: ConversationKey) => Readable<ThreadView | null>
  message: (key: string) => Readable<ChatMessage | undefined>
  /** The input of a conversation, by default the selected one. */
  composer: (key?: ConversationKey) => ComposerStores
}

/**
 * Creates the stores of an engine for Svelte 4 and 5. They only read; the engine's methods and the composer's actions do.
 *
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
 * import { createChatStores } from '@org/chat-engine/svelte'
 *
 * export const engine = createChatEngine({ transport: createAiSdkTransport() })
 * export const { conversations, thread, message, composer } = createChatStores(engine)
 */
export function createChatStores(engine: ChatEngine): ChatStores {
  return {
    conversations: toReadable(engine.conversations),
    access: toReadable(engine.access),
    disclaimer: toReadable(engine.disclaimer),
    products: toReadable(engine.products),
    guestImport: toReadable(engine.guestImport),
    storage: toReadable(engine.storage),
    thread: (key) => toReadable(createThreadStore(engine, key)),
    message: (key) => toReadable(engine.message(key)),
    composer: (key) => {
      const store = createComposerStore(engine, key)
      const actions = createComposerActions(engine, key)
      const getText = () => store.get().text
      return {
        ...actions,
        state: toReadable(store),
        text: {
          ...toReadable({ get: getText, subscribe: store.subscribe }),
          set: actions.setText,
          update: (change) => actions.setText(change(getText())),
        },
      }
    },
  }
}
