import { importBatches, type KeyedConversation } from './import-batches.ts'
import type { MessageTree } from '../stores/message-tree.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import { titleOf } from './conversation-title.ts'
import { fromKeptMessage, toKeptMessage } from './guest-messages.ts'
import type { MessageStore, NewMessage } from '../stores/messages.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import type { ProductStore } from '../stores/products.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { WritableStore } from '../platform/store.ts'
import type { ConversationSummary, GuestImportState } from '../types.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'

/** A guest's conversations, which live in the browser alone. */
export interface GuestHistory {
  /** Puts what is kept into the books, and names the answers that may still be running. */
  restore: () => RunningAnswer[]
  /**
   * Gives the conversations titles, and keeps those of the books that have changed: `changed`, those that are being
   * answered, and new ones. The others are as the storage has them, since another tab may have changed them or taken
   * them away.
   */
  save: (changed?: string) => void
  /** A conversation is not to be kept any more; the next `save` leaves it out. */
  drop: (key: string) => void
  /** Offers what is kept to the account, unless there is nothing or it was dismissed. */
  offer: (state: WritableStore<GuestImportState>) => void
  /** Takes what is kept along into the account. */
  importInto: (state: WritableStore<GuestImportState>, onImported: () => Promise<void>) => Promise<void>
  /** Stops offering the conversations stored now. */
  dismiss: () => void
}

/** Stores that a guest's conversations are loaded into and saved from. */
export interface Books {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  products: ProductStore
  /** The stream of a conversation's running answer. */
  streamOf: (key: string) => string | null
}

interface KeptConversation<Kept> extends Omit<ConversationSummary, 'id' | 'title'> {
  messages: Kept[]
  /** The messages on screen. */
  shown: readonly string[]
  streamId: string | null
}

const VERSION = 1

export function createGuestHistory(
  context: EngineContext,
  { conversations, threads, messages, branches, products, streamOf }: Books,
  storageKeys: { guest: string; dismissed: string },
): GuestHistory {
  const dropped = new Set<string>()
  /** Titles made of a question, by conversation; a title that differs was typed. */
  const named = new Map<string, string>()
  /** Those that the storage has had: what is missing there now, another tab has taken away. */
  const stored = new Set<unknown>()
  function read() {
    const kept = context.readKept(storageKeys.guest)
    for (const { key } of listKept(kept)) stored.add(key)
    return kept
  }
  const toImport = () => listKept(read()).flatMap((kept) => toImported(kept, context.timestamp()) ?? [])
  /** Changes with every conversation that comes or goes. */
  const fingerprint = () =>
    listKept(read())
      .map(({ key }) => readText(key))
      .join(' ')
  return {
    restore: () => {
      const kept = readKept(read())
      const running: RunningAnswer[] = []
      for (const { messages: keptMessages, parents, shown, streamId, ...summary } of kept) {
        const { key } = summary
        if (conversations.find(key) !== undefined) continue
        conversations.addKept([{ ...summary, id: null }])
        const last = keptMessages.at(-1)
        for (const message of keptMessages) {
          messages.put(settle(message, streamId !== null && message === last))
          products.add(message.products ?? {})
        }
        branches.replace(key, branches.parentsIn(parents), [])
        if (shown.length > 0) branches.show(key, shown.at(-1))
        if (streamId !== null && last !== undefined) running.push({ key, messageKey: last.key, streamId })
      }
      nameUnnamed()
      return running
    },
    drop: (key) => dropped.add(key),
    save: (changed) => {
      nameUnnamed()
      const { items } = conversations.state.get()
      const known = new Map(listKept(read()).map((conversation) => [conversation['key'], conversation]))
      const own = items.flatMap<{ key?: unknown }>((item) => {
        const isNews = item.key === changed || !stored.has(item.key) || streamOf(item.key) !== null
        return isNews ? toKept(item) : (known.get(item.key) ?? [])
      })
      const others = [...known.values()].filter(({ key }) => {
        return typeof key === 'string' && !dropped.has(key) && items.every((item) => item.key !== key)
      })
      const kept = [...own, ...others].slice(0, context.limits.guestConversations)
      if (kept.length === 0) return context.storage.removeItem(storageKeys.guest)
      // Without room for all, only the newest are stored.
      const toJson = (count: number) => () =>
        JSON.stringify({ version: VERSION, conversations: kept.slice(0, count) })
      context.keep(storageKeys.guest, [toJson(kept.length), toJson(Math.ceil(kept.length / 2)), toJson(1)])
      const written = new Set(listKept(read()).map(({ key }) => key))
      for (const { key } of own) if (!written.has(key)) stored.delete(key)
    },
    offer,
    importInto: async (state, onImported) => {
      const { status, count } = state.get()
      if (status === 'none' || status === 'importing') return
      state.set({ status: 'importing', count })
      const isWanted = () => state.get().status === 'importing'
      const known = listKept(read()).map(({ key }) => key)
      try {
        for (const { conversations: batch, completed } of importBatches(toImport())) {
          await context.transport.importConversations?.(batch)
          if (!isWanted()) return
          // What the account has is not sent again when a later batch fails.
          forget(completed)
        }
        // Those without a message, too. What another tab has stored since is no part of this import.
        forget(known)
        state.set({ status: 'none', count: 0 })
        await onImported()
        offer(state)
      } catch (error) {
        context.warn('importConversations', error)
        if (isWanted()) state.set({ status: 'failed', count: toImport().length })
      }
    },
    dismiss: () => context.storage.setItem(storageKeys.dismissed, fingerprint()),
  }

  function offer(state: WritableStore<GuestImportState>) {
    const { length: count } = toImport()
    const isDismissed = context.storage.getItem(storageKeys.dismissed) === fingerprint()
    const isPossible = context.transport.importConversations !== undefined
    if (count > 0 && !isDismissed && isPossible) state.set({ status: 'offered', count })
  }

  /** Removes conversations from the storage. */
  function forget(keys: readonly unknown[]) {
    const left = listKept(read()).filter(({ key }) => !keys.includes(key))
    if (left.length === 0) return context.storage.removeItem(storageKeys.guest)
    const value = { version: VERSION, conversations: left }
    context.storage.setItem(storageKeys.guest, JSON.stringify(value))
  }

  /** No server gives a guest's conversation a title. */
  function nameUnnamed() {
    for (const { id, key, name } of conversations.state.get().items) {
      const isEmpty = threads.get(key).messageKeys.length === 0
      // The only question was refused and went back into the composer: its text is no name any more.
      if (id === null && isEmpty && name !== null && name === named.get(key)) {
        conversations.patch(key, { name: null })
      }
      if (id !== null || name !== null) continue
      const question = threads
        .get(key)
        .messageKeys.map((messageKey) => messages.get(messageKey))
        .find((message) => message?.role === 'user')
      if (question === undefined) continue
      named.set(key, titleOf(question.text))
      conversations.patch(key, { name: titleOf(question.text) })
    }
  }

  function toKept(item: ConversationSummary): KeptConversation<unknown> | [] {
    const { id, key: itemKey, name, createdAt, updatedAt } = item
    const { messageKeys } = threads.get(itemKey)
    if (id !== null || messageKeys.length === 0) return []
    const kept = [...branches.all(itemKey)].flatMap(([key, parent]) => {
      const message = messages.get(key)
      return message === undefined ? [] : [{ ...toKeptMessage(message), parent }]
    })
    return {
      key: itemKey,
      name,
      createdAt,
      updatedAt,
      messages: kept,
      shown: messageKeys,
      streamId: streamOf(itemKey),
    }
  }

  function settle(message: NewMessage, isRunning: boolean): NewMessage {
    if (isRunning || (message.status !== 'pending' && message.status !== 'streaming')) return message
    return { ...message, status: 'interrupted', error: context.labels.streamingFailed }
  }
}

function listKept(value: Record<string, unknown>): Record<string, unknown>[] {
  if (value['version'] !== VERSION || !Array.isArray(value['conversations'])) return []
  return value['conversations'].filter(isRecord)
}

/** The name of a kept conversation; an earlier version kept it as its title. */
function nameIn({ name, title }: Record<string, unknown>): string | null {
  return readText(name ?? title)
}

interface RestoredConversation extends KeptConversation<NewMessage> {
  /** Parent of each message. */
  parents: { key: string; parent: string | null }[]
}

function readKept(value: Record<string, unknown>): RestoredConversation[] {
  return listKept(value).flatMap((entry) => {
    const key = readText(entry['key'])
    const { messages: list, shown } = entry
    if (key === null || !Array.isArray(list)) return []
    const kept = list.flatMap((message) => fromKeptMessage(message) ?? [])
    const parents = new Map(list.filter(isRecord).map((message) => [message['key'], message['parent']]))
    const parentOf = (messageKey: string) => readText(parents.get(messageKey))
    return {
      key,
      name: nameIn(entry),
      createdAt: readText(entry['createdAt']),
      updatedAt: readText(entry['updatedAt']),
      streamId: readText(entry['streamId']),
      messages: kept,
      shown: Array.isArray(shown) ? shown.filter((messageKey) => typeof messageKey === 'string') : [],
      parents: kept.map(({ key: messageKey }) => ({ key: messageKey, parent: parentOf(messageKey) })),
    }
  })
}

/** Characters that a server stores of a title. */
const titleCharacters = 200

/** Converts the visible branch of a stored conversation to the import format; null without messages. */
function toImported(
  { key, messages, shown, ...named }: Record<string, unknown>,
  now: string,
): KeyedConversation | null {
  const said = Array.isArray(messages) ? messages.filter(isRecord) : []
  const visible = Array.isArray(shown) ? new Set<unknown>(shown) : null
  const onScreen = visible === null ? said : said.filter((message) => visible.has(message['key']))
  const imported = onScreen.flatMap(({ role, text, createdAt }) => {
    const content = readText(text) ?? ''
    if (content === '' || (role !== 'user' && role !== 'assistant')) return []
    return [{ role, content, createdAt: readText(createdAt) ?? now } as const]
  })
  if (imported.length === 0) return null
  const name = nameIn(named)
  const title = name === null ? null : Array.from(name).slice(0, titleCharacters).join('')
  return { key: readText(key) ?? '', title, messages: imported }
}
