import { createAccess } from './stores/access.ts'
import { createMessageTree } from './stores/message-tree.ts'
import { createContext } from './context.ts'
import { createConversationStore } from './stores/conversation-store.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import { createDraftStore } from './drafts/drafts.ts'
import type { RunningAnswer } from './guests/guest-history.ts'
import { createGuests } from './guests/guests.ts'
import { createHistory } from './history/history.ts'
import { createConversationList } from './conversations/conversation-list.ts'
import type { ConversationList } from './conversations/conversation-list.ts'
import { createMessageStore } from './stores/messages.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createProductStore } from './stores/products.ts'
import { createQuestions } from './questions/questions.ts'
import { createRuns } from './runs/runs.ts'
import type { Runs } from './runs/runs.ts'
import { createThreadStore } from './stores/threads.ts'
import type { ChatEngine, ChatEngineOptions } from './types.ts'

/** Under which the draft of the blank conversation is kept. */
const BLANK_DRAFT = 'new'

/**
 * A chat engine. Nothing happens until `start`.
 * @example
 * const engine = createChatEngine({ transport: createApiTransport(createApiClient()) })
 * await engine.start()
 * const { selectedKey } = engine.conversations.get()
 * engine.send(selectedKey, { text: 'What helps me sleep?' })
 */
export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  const context = createContext(options)
  const messages = createMessageStore()
  const threads = createThreadStore()
  const branches = createMessageTree(threads, messages)
  const products = createProductStore()
  const conversations = createConversationStore(context, threads)
  const access = createAccess(context)
  const disclaimer = createDisclaimer(context)
  const drafts = createDraftStore(context, (key) => {
    const item = conversations.find(key)
    if (item === undefined) return null
    return item.id ?? (threads.get(key).messageKeys.length === 0 ? BLANK_DRAFT : key)
  })
  const outbox = createOutbox(context, messages)
  /** Dependencies shared by the parts below. */
  const shared = {
    conversations,
    threads,
    messages,
    branches,
    products,
    drafts,
    access,
    disclaimer,
    outbox,
    onChange,
    resume,
  }
  const guests = createGuests(context, { ...shared, streamOf: (key) => runs.streamOf(key) }, () =>
    listing.load(),
  )
  const questions = createQuestions(context, {
    ...shared,
    runs: () => runs,
    listing: () => listing,
  })
  const runs: Runs = createRuns(context, {
    ...shared,
    onLoginRequired: questions.refuse,
    onNothingLeft: (key) => void history.reload(key),
    onMended: (key, messageKey) => void history.verify(key, messageKey),
    onConflict: (start) => {
      questions.withdraw(start)
      // The history contains the answer that is running elsewhere, and resumes it.
      void history.reload(start.key)
    },
  })
  const history = createHistory(context, shared)
  const listing: ConversationList = createConversationList(context, {
    ...shared,
    history,
    runs,
    guests,
    onListed: questions.restore,
    onSignIn: () => void questions.sendPendingPrompt(),
  })
  let started: Promise<void> | null = null
  let leave: (() => void) | null = null

  function start() {
    leave ??= context.tabs?.join({ ...runs.member, onBegan: follow }) ?? null
    return (started = listing.load())
  }

  /** A conversation is to be kept as it is now. */
  function onChange(key: string) {
    if (access.isVisitor()) guests.save(key)
  }

  /** Nothing is under way, listed or shown any more. */
  function clear() {
    listing.reset()
    runs.abandonAll()
    history.forgetAll()
    for (const key of threads.keys()) {
      branches.clear(key)
      threads.clear(key)
    }
  }

  /** An answer began in another tab. */
  function follow(conversationId: string) {
    const item = conversations.find(conversationId)
    if (item === undefined) void listing.load()
    else if (threads.get(item.key).history === 'ready') void history.reload(item.key)
  }

  async function resume(answer: RunningAnswer) {
    const { key, messageKey } = answer
    if ((await runs.resume(answer)) !== 'nothing_left') return
    // It ended before it could be taken up: the server has the whole of it by now, but keeps no guest's answers.
    await history.reload(key)
    if (messages.get(messageKey)?.status !== 'streaming') return
    messages.patch(messageKey, { status: 'interrupted', error: context.labels.streamingFailed })
    onChange(key)
  }

  const engine: ChatEngine = {
    conversations: conversations.state,
    access: access.state,
    disclaimer: disclaimer.state,
    products: products.state,
    guestImport: guests.importState,
    storage: context.storageState,
    thread: threads.store,
    message: messages.store,
    draft: drafts.store,

    start: () => started ?? start(),
    refresh: start,
    reset: () => {
      clear()
      products.clear()
      drafts.clear()
      guests.clear()
      questions.reset()
      outbox.clear()
      access.reset()
      started = listing.load()
      return started
    },
    resume: () => {
      for (const answer of runs.retryNow()) void resume(answer)
      const { status, selectedKey } = conversations.state.get()
      if (status === 'failed') started = listing.load()
      else if (selectedKey !== null && threads.get(selectedKey).history === 'failed') {
        void history.reload(selectedKey)
      }
    },
    dispose: () => {
      leave?.()
      leave = null
      started = null
      drafts.save()
      // A later start resumes the runs that were active.
      clear()
    },

    create: listing.create,
    select: listing.select,
    rename: listing.rename,
    remove: listing.remove,
    loadMore: listing.loadMore,
    search: listing.search,
    reload: history.reload,
    loadOlder: history.loadOlder,

    send: questions.send,
    edit: questions.edit,
    regenerate: questions.regenerate,
    showSibling: (messageKey, index) => {
      const key = branches.threadOf(messageKey)
      const sibling = branches.siblingsOf(messageKey)[index]
      if (key === undefined || sibling === undefined) return
      branches.show(key, sibling)
      onChange(key)
    },
    retry: questions.retry,
    stop: runs.stop,
    sendPendingPrompt: questions.sendPendingPrompt,
    dismissPendingPrompt: questions.dismissPendingPrompt,
    acknowledgeDisclaimer: disclaimer.acknowledge,
    setDraft: drafts.set,
    attach: async (key, files) =>
      (await import('./drafts/attachments.ts')).attachFiles(context, drafts, key, files),
    removeImage: (key, index) =>
      drafts.set(key, {
        images: drafts
          .store(key)
          .get()
          .images.filter((_, at) => at !== index),
      }),
    find: async (key, text) => (await import('./history/find.ts')).findInConversation(engine, key, text),
    importGuest: guests.importGuest,
    dismissGuestImport: guests.dismissGuestImport,
    rate: async (messageKey, rating, reason) => {
      const { id = null, feedback = null } = messages.get(messageKey) ?? {}
      if (id === null) return
      messages.patch(messageKey, { feedback: rating })
      const rated = messages.get(messageKey)
      try {
        await conversations.inOrder(messageKey, () => context.transport.sendFeedback(id, rating, reason))
      } catch (error) {
        context.warn('sendFeedback', error)
        // Unless it was rated again meanwhile.
        if (messages.get(messageKey) === rated) messages.patch(messageKey, { feedback })
      }
    },
  }
  return engine
}
