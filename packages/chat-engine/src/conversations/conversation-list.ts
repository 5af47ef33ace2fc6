import type { Access } from '../stores/access.ts'
import type { MessageTree } from '../stores/message-tree.ts'
import { emptyList } from '../stores/conversation-store.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import type { DraftStore } from '../drafts/drafts.ts'
import { isFinal, isLoginRequired } from '../transport/failures.ts'
import type { RunningAnswer } from '../guests/guest-history.ts'
import type { Guests } from '../guests/guests.ts'
import type { History } from '../history/history.ts'
import { defaultLabels } from '../platform/labels.ts'
import type { MessageStore } from '../stores/messages.ts'
import { isActive } from '../runs/run-state.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Runs } from '../runs/runs.ts'
import type { ConversationFinder } from './search.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ChatEngine, ConversationSummary } from '../types.ts'

/** The list of conversations at work (specification 1, section 4, "Conversations"). */
export interface ConversationList extends Pick<
  ChatEngine,
  'create' | 'select' | 'rename' | 'remove' | 'loadMore' | 'search'
> {
  /** Lists the newest page, and so learns who is chatting. */
  load: () => Promise<void>
  /** A question is about to be asked in it: the server is to have it, if it was opened for it. */
  post: (key: string) => void
  reset: () => void
}

interface ListingParts {
  conversations: ConversationStore
  threads: ThreadStore
  branches: MessageTree
  messages: MessageStore
  drafts: DraftStore
  history: History
  runs: Runs
  access: Access
  guests: Guests
  outbox: Outbox
  /** Takes up an answer that may still be running. */
  resume: (answer: RunningAnswer) => Promise<void>
  /** A conversation is to be kept as it is now. */
  onChange: (key: string) => void
  /** Somebody is signed in, and the newest of their conversations are there. */
  onListed: () => Promise<void>
  /** Called when a person whose question was refused has signed in. */
  onSignIn: () => void
}

export function createConversationList(context: EngineContext, parts: ListingParts): ConversationList {
  const { conversations, threads, branches, drafts, history, runs, access, guests, outbox } = parts
  const { resume, onChange } = parts
  let finder: ConversationFinder | null = null
  let wanted = ''
  /** Blank conversations that the server creates with their first question. */
  const opened = new Set<string>()
  /** Ids that the server has listed, with or without dates. */
  const listed = new Set<string | null>()
  let cursor: string | null = null
  let latest = 0

  async function list(own: number) {
    conversations.patchState({ status: 'loading' })
    try {
      const page = await context.transport.listConversations({
        limit: context.limits.conversationPage,
        cursor: null,
      })
      if (own !== latest) return
      const wasRefused = access.isVisitor()
      if (wasRefused) dropGuests()
      access.signedIn()
      cursor = page.nextCursor
      for (const { id } of page.items) listed.add(id)
      const before = conversations.state.get()
      const isKept = ({ key, id }: ConversationSummary) =>
        id === null || isActive(threads.get(key).run) || (key === before.selectedKey && cursor !== null)
      conversations.replace(page.items, isKept)
      const { items } = conversations.state.get()
      forget(before.items.filter((item) => !items.some(({ key }) => key === item.key)))
      conversations.patchState({ status: 'ready', hasMore: cursor !== null })
      await parts.onListed()
      if (own !== latest) return
      settleSelection()
      lookUpSelected()
      void guests.offer()
      if (wasRefused) parts.onSignIn()
    } catch (error) {
      if (own !== latest) return
      if (isLoginRequired(error)) return listGuests(own)
      context.warn('listConversations', error)
      conversations.patchState({ status: 'failed' })
      settleSelection()
    }
  }

  /** A guest's conversations are stored in this browser; those of another person stay stored but hidden. */
  async function listGuests(own: number) {
    drop(conversations.state.get().items.filter(({ id }) => id !== null))
    const checked = access.loginRequired()
    const running = await guests.restore()
    if (own !== latest) return
    conversations.patchState({ status: 'ready', hasMore: false, isLoadingMore: false })
    cursor = null
    settleSelection()
    for (const answer of running) void resume(answer)
    await checked
  }

  /** A guest's conversations stay in the browser when the guest signs in; what is being written goes on in a blank one. */
  function dropGuests() {
    guests.save()
    const own = conversations.state.get().items.filter((item) => item.id === null && !isBlank(item))
    const written = own.map(({ key }) => drafts.store(key).get())
    discard(own)
    for (const draft of written) {
      if (draft.text !== '' || draft.images.length > 0) drafts.prepend(create(), draft)
    }
  }

  function discard(items: readonly ConversationSummary[]) {
    drop(items)
    for (const { key } of items) drafts.drop(key)
  }

  function drop(items: readonly ConversationSummary[]) {
    for (const { key } of items) conversations.drop(key)
    forget(items)
  }

  function forget(items: readonly ConversationSummary[]) {
    for (const { key } of items) {
      runs.abandon(key)
      history.forget(key)
      branches.clear(key)
      threads.clear(key)
    }
  }

  /** Keeps the selection, or selects the first, or a blank one. */
  function settleSelection() {
    show((selected() ?? conversations.state.get().items[0] ?? conversations.addLocal()).key)
  }

  function selected() {
    return conversations.find(conversations.state.get().selectedKey ?? '')
  }

  function show(key: string) {
    if (conversations.state.get().selectedKey !== key) conversations.patchState({ selectedKey: key })
    void history.loadOnDemand(key)
  }

  function isBlank({ key }: ConversationSummary) {
    const { messageKeys, history: state, run } = threads.get(key)
    return messageKeys.length === 0 && state === 'ready' && !isActive(run)
  }

  async function createAtServer(key: string) {
    const item = conversations.find(key)
    if (item?.id !== null) return
    await context.attempt('createConversation', async () => {
      // The English default title marks an unnamed conversation for the server, whatever language is displayed.
      const title = item.title === context.labels.newChat ? defaultLabels.newChat : item.title
      const { id } = await context.transport.createConversation(title)
      if (conversations.find(key) === undefined) await context.transport.deleteConversation(id)
      else conversations.confirm(key, id)
    })
  }

  /** A conversation that was selected by its id, and that the newest page does not hold. */
  function lookUpSelected() {
    const item = selected()
    if (item?.updatedAt === null && !listed.has(item.id)) void lookUp(item)
  }

  async function lookUp(item: ConversationSummary) {
    if (item.id === null) return
    try {
      const found = await context.transport.getConversation(item.id)
      conversations.patch(item.key, conversations.toSummary(found))
    } catch (error) {
      context.warn('getConversation', error)
      if (!isFinal(error)) return
      discard([item])
      outbox.withdrawAll(item)
      settleSelection()
    }
  }

  function search(text: string) {
    wanted = text.trim()
    if (wanted === '') {
      finder?.reset()
      conversations.patchState({ search: null })
    } else void searchFor(wanted)
  }

  async function searchFor(query: string) {
    try {
      const { createConversationSearch } = await import('./search.ts')
      finder ??= createConversationSearch(context, parts)
      if (wanted === query) finder.set(query)
    } catch (error) {
      context.warn('search', error)
      const failed = { query, status: 'failed' as const, items: [], hasMore: false }
      conversations.patchState({ search: failed })
    }
  }

  async function loadMore() {
    const { hasMore, isLoadingMore, search: found } = conversations.state.get()
    if (found !== null) return finder?.loadMore()
    if (!hasMore || isLoadingMore) return
    const own = latest
    conversations.patchState({ isLoadingMore: true })
    try {
      const limit = context.limits.conversationPage
      const page = await context.transport.listConversations({ limit, cursor })
      if (own !== latest) return
      cursor = page.nextCursor
      for (const { id } of page.items) listed.add(id)
      conversations.addOlder(page.items)
      conversations.patchState({ hasMore: cursor !== null, isLoadingMore: false })
    } catch (error) {
      context.warn('listConversations', error)
      if (own !== latest) return
      conversations.patchState({ isLoadingMore: false })
      if (isLoginRequired(error)) void access.loginRequired()
    }
  }

  function create() {
    const { key } = conversations.state.get().items.find(isBlank) ?? conversations.addLocal()
    show(key)
    opened.add(key)
    return key
  }

  return {
    create,
    loadMore,
    load: () => {
      latest += 1
      conversations.patchState({ isLoadingMore: false })
      return list(latest)
    },
    reset: () => {
      latest += 1
      cursor = null
      opened.clear()
      wanted = ''
      finder?.reset()
      conversations.state.set(emptyList)
    },
    post: (key) => {
      if (!opened.delete(key) || access.state.get().status !== 'signedIn') return
      void conversations.inOrder(key, () => createAtServer(key))
    },
    search,
    select: (keyOrId) => {
      const known = conversations.find(keyOrId)
      if (known !== undefined) {
        show(known.key)
        return known.key
      }
      if (!access.isVisitor()) {
        const { id = null, ...found } = conversations.findAnywhere(keyOrId) ?? {}
        listed.add(id)
        const unknown = { title: '', createdAt: null, updatedAt: null }
        conversations.addOlder([{ ...unknown, ...found, id: id ?? keyOrId }])
        show(id ?? keyOrId)
        if (conversations.state.get().status === 'ready') lookUpSelected()
      }
      return conversations.state.get().selectedKey ?? keyOrId
    },
    rename: async (key, title) => {
      const item = conversations.findAnywhere(key)
      if (item === undefined) return
      const shown = title.trim() === '' ? context.labels.untitled : title
      conversations.patch(key, { title: shown })
      onChange(key)
      // Its name goes to the server with its first question.
      if (item.id === null) opened.add(key)
      await conversations.inOrder(key, async () => {
        // It may have got its id meanwhile; what a search had found may be off the screen by now.
        const id = conversations.find(key)?.id ?? item.id
        if (id === null) return
        await context.attempt('renameConversation', () => context.transport.renameConversation(id, shown))
      })
    },
    remove: async (key) => {
      const item = conversations.findAnywhere(key)
      if (item === undefined) return
      const stopped = runs.stop(key)
      discard([item])
      outbox.withdrawAll(item)
      guests.drop(key)
      settleSelection()
      onChange(key)
      await stopped
      const { id } = item
      if (id === null) return
      await conversations.inOrder(key, () =>
        context.attempt('deleteConversation', () => context.transport.deleteConversation(id)),
      )
    },
  }
}
