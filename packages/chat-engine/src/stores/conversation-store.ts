import type { Conversation } from '@org/api-client'
import type { EngineContext } from '../context.ts'
import { createStore } from '../platform/store.ts'
import type { WritableStore } from '../platform/store.ts'
import type { ThreadStore } from './threads.ts'
import type { ConversationListState, ConversationSummary } from '../types.ts'

/** The list of conversations, and what is under way with each. */
export interface ConversationStore {
  readonly state: WritableStore<ConversationListState>
  patchState: (changes: Partial<ConversationListState>) => void
  /** In the list. */
  find: (keyOrId: string) => ConversationSummary | undefined
  /** In the list, or among what a search has found beyond it. */
  findAnywhere: (keyOrId: string) => ConversationSummary | undefined
  /** Converts a conversation of the server to a list item. */
  toSummary: (conversation: Conversation) => ConversationSummary
  /** Adds a blank conversation that exists only in this browser, at the top. */
  addLocal: () => ConversationSummary
  /** Adds conversations that exist only in this browser, at the bottom. */
  addStored: (items: readonly Omit<ConversationSummary, 'title'>[]) => void
  /** Takes an older page in, after what is there. */
  addOlder: (page: readonly Conversation[]) => void
  /** Takes the newest page in. Of the conversations that it lacks, newer ones stay above it and older ones below it. */
  replace: (
    page: readonly Conversation[],
    missing: Record<'isNewer' | 'isOlder', (item: ConversationSummary) => boolean>,
  ) => void
  patch: (key: string, changes: Partial<Omit<ConversationSummary, 'title'>>) => void
  /** The server's id of a conversation became known. */
  confirm: (key: string, id: string) => void
  /** Something was said in it: it is the newest now. */
  touch: (key: string) => void
  drop: (key: string) => void
  /** Runs a task after all earlier tasks of the same key: a conversation's, or a message's. */
  inOrder: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>
}

/** The list before anything was asked for. */
export const emptyList: ConversationListState = {
  status: 'idle',
  items: [],
  hasMore: false,
  isLoadingMore: false,
  selectedKey: null,
  search: null,
}

export function createConversationStore(context: EngineContext, threads: ThreadStore): ConversationStore {
  const state = createStore<ConversationListState>(emptyList)
  const queues = new Map<string, Promise<unknown>>()

  const patchState: ConversationStore['patchState'] = (changes) =>
    state.update((list) => ({ ...list, ...changes }))
  const findIn = (items: readonly ConversationSummary[], keyOrId: string) =>
    items.find(({ key, id }) => key === keyOrId || id === keyOrId)
  const find: ConversationStore['find'] = (keyOrId) => findIn(state.get().items, keyOrId)
  /** Search results change together with the list. */
  const patchLists = (change: (items: readonly ConversationSummary[]) => readonly ConversationSummary[]) =>
    state.update((list) => ({
      ...list,
      items: change(list.items),
      search: list.search === null ? null : { ...list.search, items: change(list.search.items) },
    }))
  const patch: ConversationStore['patch'] = (key, changes) =>
    patchLists((items) => {
      const index = items.findIndex((item) => item.key === key)
      const item = items[index]
      return item === undefined ? items : items.with(index, titled({ ...item, ...changes }))
    })

  function toSummary(conversation: Conversation): ConversationSummary {
    const { id } = conversation
    threads.patch(find(id)?.key ?? id, { conversationId: id })
    return titled({ key: find(id)?.key ?? id, ...storedFields(conversation) })
  }

  function titled(item: Omit<ConversationSummary, 'title'>): ConversationSummary {
    const { newChat, untitled } = context.labels
    return { ...item, title: item.name === null ? newChat : item.name.trim() || untitled }
  }

  return {
    state,
    patchState,
    find,
    findAnywhere: (keyOrId) => find(keyOrId) ?? findIn(state.get().search?.items ?? [], keyOrId),
    patch,
    toSummary,
    addLocal: () => {
      const key = context.newId()
      const at = context.timestamp()
      const item = titled({ key, id: null, name: null, createdAt: at, updatedAt: at })
      patchState({ items: [item, ...state.get().items] })
      threads.patch(key, { history: 'ready' })
      return item
    },
    addStored: (kept) => {
      for (const { key } of kept) threads.patch(key, { history: 'ready' })
      patchState({ items: [...state.get().items, ...kept.map(titled)] })
    },
    addOlder: (page) => {
      const { items } = state.get()
      const stored = page.map(toSummary)
      patchState({ items: [...items.map((item) => newest(item, stored)), ...unknownOf(stored, items)] })
    },
    replace: (page, { isNewer, isOlder }) => {
      const stored = page.map(toSummary)
      const rest = unknownOf(state.get().items, stored)
      patchState({
        items: [
          ...rest.filter(isNewer),
          ...stored,
          ...rest.filter((item) => !isNewer(item) && isOlder(item)),
        ],
      })
    },
    confirm: (key, id) => {
      // The list may have told of it already, under its id.
      const { items, selectedKey } = state.get()
      const double = items.find((item) => item.key !== key && item.id === id)
      patchState({
        items: items.filter((item) => item !== double),
        selectedKey: selectedKey === double?.key ? key : selectedKey,
      })
      patch(key, { id })
      threads.patch(key, { conversationId: id })
    },
    touch: (key) => {
      const { items } = state.get()
      const item = items.find((one) => one.key === key)
      if (item === undefined) return
      const touched = { ...item, updatedAt: context.timestamp(), archived: false }
      patchState({ items: [touched, ...items.filter((one) => one.key !== key)] })
    },
    drop: (key) => patchLists((items) => items.filter((item) => item.key !== key)),
    inOrder: (key, task) => {
      const forgetTurn = () => {
        if (queues.get(key) === settled) queues.delete(key)
      }
      const turn = (queues.get(key) ?? Promise.resolve()).then(task)
      const settled = turn.then(forgetTurn, forgetTurn)
      queues.set(key, settled)
      return turn
    },
  }
}

function storedFields({ id, title, createdAt, updatedAt, pinned, archived }: Conversation) {
  return { id, name: title, createdAt, updatedAt, pinned, archived }
}

function newest(item: ConversationSummary, stored: readonly ConversationSummary[]) {
  return stored.find(({ key }) => key === item.key) ?? item
}

function unknownOf(items: readonly ConversationSummary[], known: readonly ConversationSummary[]) {
  const keys = new Set(known.map(({ key }) => key))
  return items.filter(({ key }) => !keys.has(key))
}
