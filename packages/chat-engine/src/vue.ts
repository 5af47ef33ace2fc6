export type { ComposerActions, ComposerBlock } from './bindings/composer-view.ts'
export type { ConnectOptions } from './bindings/connect-engine.ts'
export type { ConversationKey, ThreadView } from './bindings/thread-view.ts'
export {
  useAccess,
  useComposer,
  useConversations,
  useGuestImport,
  useMessage,
  useProducts,
  useThread,
} from './vue/composables.ts'
export type { Access, Composer, Conversations, Thread } from './vue/composables.ts'
export { provideChatEngine, useChatEngine } from './vue/provide-chat-engine.ts'
export { useStore } from './vue/use-store.ts'
