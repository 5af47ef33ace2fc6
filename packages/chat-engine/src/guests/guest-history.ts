import type { EngineContext } from '../context.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { MessageTree } from '../stores/message-tree.ts'
import type { MessageStore, NewMessage } from '../stores/messages.ts'
import type { ProductStore } from '../stores/products.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ConversationSummary } from '../types.ts'
import { isGreeting, titleOf } from './conversation-title.ts'
import { createGuestImport, type GuestImport } from './guest-import.ts'
import { toStoredMessage } from './guest-messages.ts'
import {
  decodeStored,
  importsOf,
  type StoredConversation,
  type RestoredConversation,
} from './guest-records.ts'
import { createGuestStorage, factsOf, type LastSeen } from './guest-storage.ts'

/** A guest's conversations, which live in the browser alone. */
export interface GuestHistory extends GuestImport {
  /** Loads the stored conversations into the stores and returns the answers that may still be running. */
  restore: () => RunningAnswer[]
  /**
   * Names the conversations and stores those that have changed: `changed`, those with a running answer, and new ones.
   * The others stay as the storage has them, because another tab may have changed or removed them.
   */
  save: (changed?: string) => void
  /** Leaves a conversation out of the next `save`. */
  drop: (key: string) => void
}

/** Stores that a guest's conversations are loaded into and saved from. */
export interface GuestStores {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  products: ProductStore
  outbox: Pick<Outbox, 'isOfAccount'>
  initial: ReadonlySet<string>
  /** The stream of a conversation's running answer. */
  streamOf: (key: string) => string | null
}

export function createGuestHistory(
  context: EngineContext,
  stores: GuestStores,
  storageKeys: { guest: string; dismissed: string },
): GuestHistory {
  const { conversations, streamOf } = stores
  const dropped = new Set<string>()
  const storage = createGuestStorage(context, storageKeys.guest)
  const nameUnnamed = createNaming(stores)

  return {
    ...createGuestImport(context, storage, storageKeys.dismissed),
    restore: () => {
      const running = decodeStored(storage.entries()).flatMap((kept) => {
        if (conversations.find(kept.key) !== undefined) return []
        return putConversation(kept, stores, context.labels.streamingFailed) ?? []
      })
      nameUnnamed()
      return running
    },
    drop: (key) => dropped.add(key),
    save: (changed) => {
      nameUnnamed()
      const { items } = conversations.state.get()
      const known = new Map(storage.entries().map((entry) => [entry['key'], entry]))
      const own = items.flatMap<{ key?: unknown }>((item) => {
        const before = storage.lastSeen(item.key)
        const stored = known.get(item.key)
        const isNews = item.key === changed || before === undefined || streamOf(item.key) !== null
        if (!isNews) return stored ?? []
        const news = toStored(item, stores, context.storesImages)
        if (news === null) return []
        if (before === undefined) return news
        if (stored !== undefined) return withImports(news, importsOf(stored))
        // Another tab has imported or removed it: the end of its answer alone does not bring it back.
        return isContinued(news, before) ? withImports(news, before.imports + 1) : []
      })
      const others = [...known.values()].filter(({ key }) => {
        return typeof key === 'string' && !dropped.has(key) && items.every((item) => item.key !== key)
      })
      storage.replace([...own, ...others])
    },
  }
}

function withImports<Message>(
  news: StoredConversation<Message>,
  imports: number,
): StoredConversation<Message> {
  return imports === 0 ? news : { ...news, imports }
}

/** Returns whether a conversation has more than an import elsewhere can have taken along. */
function isContinued(news: StoredConversation<unknown>, before: LastSeen): boolean {
  if (news.messages.length > before.messages) return true
  // Without a stream the import had no way to read the rest of the answer.
  return !before.hasStream && factsOf(news).characters > before.characters
}

/** Loads one conversation into the stores; returns its running answer. */
function putConversation(
  { messages: kept, parents, shown, streamId, ...summary }: RestoredConversation,
  { conversations, messages, branches, products }: GuestStores,
  interrupted: string,
): RunningAnswer | null {
  const { key } = summary
  conversations.addStored([{ ...summary, id: null }])
  const last = kept.at(-1)
  for (const message of kept) {
    const isRunning = streamId !== null && message === last
    messages.put(isRunning ? message : settle(message, interrupted))
    products.add(message.products ?? {})
  }
  branches.replace(key, branches.parentsIn(parents), [])
  if (shown.length > 0) branches.show(key, shown.at(-1))
  return streamId === null || last === undefined ? null : { key, messageKey: last.key, streamId }
}

function settle(message: NewMessage, interrupted: string): NewMessage {
  if (message.status !== 'pending' && message.status !== 'streaming') return message
  return { ...message, status: 'interrupted', error: interrupted }
}

/** Returns a function that names conversations after their first question that is no greeting: no server gives a guest's a title. */
function createNaming({ conversations, threads, messages }: GuestStores): () => void {
  /** Titles made of a question, by conversation; a title that differs was typed. */
  const named = new Map<string, string>()
  return () => {
    for (const { id, key, name } of conversations.state.get().items) {
      const { messageKeys } = threads.get(key)
      // The only question was refused and went back into the composer: its text is no name any more.
      if (id === null && messageKeys.length === 0 && name !== null && name === named.get(key)) {
        conversations.patch(key, { name: null })
      }
      if (id !== null || name !== null) continue
      const question = messageKeys
        .map((messageKey) => messages.get(messageKey))
        .find((message) => message?.role === 'user' && !isGreeting(message.text))
      if (question === undefined) continue
      named.set(key, titleOf(question.text))
      conversations.patch(key, { name: titleOf(question.text) })
    }
  }
}

function toStored(
  { id, key, name, createdAt, updatedAt }: ConversationSummary,
  { threads, branches, messages, outbox, initial, streamOf }: GuestStores,
  storesImages: boolean,
): StoredConversation<unknown> | null {
  const { messageKeys } = threads.get(key)
  if (id !== null || messageKeys.length === 0 || outbox.isOfAccount(key)) return null
  if (messageKeys.every((messageKey) => initial.has(messageKey))) return null
  const kept = [...branches.all(key)].flatMap(([messageKey, parent]) => {
    const message = messages.get(messageKey)
    return message === undefined ? [] : [{ ...toStoredMessage(message, storesImages), parent }]
  })
  return { key, name, createdAt, updatedAt, messages: kept, shown: messageKeys, streamId: streamOf(key) }
}
