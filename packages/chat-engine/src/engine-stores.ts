import type { EngineContext } from './context.ts'
import { createDraftStore } from './drafts/drafts.ts'
import type { DraftStore } from './drafts/drafts.ts'
import { createOutbox } from './outbox/outbox.ts'
import type { Outbox } from './outbox/outbox.ts'
import { createAccess } from './stores/access.ts'
import type { Access } from './stores/access.ts'
import { createConversationStore } from './stores/conversation-store.ts'
import type { ConversationStore } from './stores/conversation-store.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import type { Disclaimer } from './stores/disclaimer.ts'
import { createMessageTree } from './stores/message-tree.ts'
import type { MessageTree } from './stores/message-tree.ts'
import { createMessageStore } from './stores/messages.ts'
import type { MessageStore } from './stores/messages.ts'
import { createProductStore } from './stores/products.ts'
import type { ProductStore } from './stores/products.ts'
import { createSignals } from './stores/signals.ts'
import type { Signals } from './stores/signals.ts'
import { createThreadStore } from './stores/threads.ts'
import type { ThreadStore } from './stores/threads.ts'
import type { PendingPrompt } from './types.ts'

/** The facts of an engine, each with one owner, and the signals between its use cases. */
export interface EngineStores {
  context: EngineContext
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  products: ProductStore
  drafts: DraftStore
  access: Access
  disclaimer: Disclaimer
  outbox: Outbox
  /** Prompts by the key of their answer, for a retry. */
  prompts: Map<string, PendingPrompt>
  /** Keys of messages that the application gave at the start: a visitor's conversation of these alone is not stored. */
  initial: Set<string>
  signals: Signals
}

/** Name of the blank conversation's stored draft. */
const BLANK_DRAFT = 'new'

export function createEngineStores(context: EngineContext): EngineStores {
  const messages = createMessageStore()
  const threads = createThreadStore()
  const conversations = createConversationStore(context, threads)
  return {
    context,
    conversations,
    threads,
    messages,
    branches: createMessageTree(threads, messages),
    products: createProductStore(),
    drafts: createDraftStore(context, (key) => {
      const item = conversations.find(key)
      if (item === undefined) return null
      return item.id ?? (threads.get(key).messageKeys.length === 0 ? BLANK_DRAFT : key)
    }),
    access: createAccess(context),
    disclaimer: createDisclaimer(context),
    outbox: createOutbox(context, messages),
    prompts: new Map(),
    initial: new Set(),
    signals: createSignals(),
  }
}
