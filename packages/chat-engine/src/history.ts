import type { Page } from '@org/api-client'
import type { BranchBook, Parent, Versions } from './branches.ts'
import type { ConversationBook } from './conversation-book.ts'
import type { EngineContext } from './context.ts'
import { fromStoredMessage } from './messages.ts'
import type { MessageBook } from './messages.ts'
import type { ProductBook } from './products.ts'
import type { RunningAnswer } from './guest-history.ts'
import { isActive } from './run-state.ts'
import type { ThreadBook } from './threads.ts'
import type { ThreadMessage } from './transport.ts'

/** The stored messages of conversations. */
export interface History {
  /** Loads the newest messages when there are none yet. */
  loadOnDemand: (key: string) => Promise<void>
  /** Loads the newest messages again. */
  reload: (key: string) => Promise<void>
  loadOlder: (key: string) => Promise<void>
  /** Learns how an answer ended that had been out of sight for a while. */
  verify: (key: string, messageKey: string) => Promise<void>
  /** What is under way for a conversation no longer matters. */
  forget: (key: string) => void
  forgetAll: () => void
}

interface HistoryParts {
  conversations: ConversationBook
  threads: ThreadBook
  messages: MessageBook
  branches: BranchBook
  products: ProductBook
  /** Takes up the running answer that the history ends with. */
  resume: (answer: RunningAnswer) => Promise<void>
}

export function createHistory(
  context: EngineContext,
  { conversations, threads, messages, branches, products, resume }: HistoryParts,
): History {
  const requests = new Map<string, AbortController>()
  const older = new Map<string, string | null>()

  /** Runs one request of a conversation; a later one, or `forget`, makes its answer stale. */
  async function ask<Result>(key: string, request: (signal: AbortSignal) => Promise<Result>) {
    requests.get(key)?.abort()
    const controller = new AbortController()
    const { signal } = controller
    requests.set(key, controller)
    // What comes after it in turn does not wait for a transport that overhears the signal.
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
    })
    try {
      return await Promise.race([aborted, request(signal).then((result) => ({ result }))])
    } catch (error) {
      return signal.aborted ? undefined : { error }
    } finally {
      if (requests.get(key) === controller) requests.delete(key)
    }
  }

  function listMessages(id: string, cursor: string | null, signal: AbortSignal) {
    return context.transport.listMessages(id, { limit: context.limits.messagePage, cursor, signal })
  }

  async function reload(key: string) {
    const id = threads.get(key).conversationId
    if (id === null) return
    const wasReady = threads.get(key).history === 'ready'
    threads.patch(key, { history: 'loading' })
    // In its turn: what is sent meanwhile is asked after it, and so is not yet in the answer.
    const answer = await conversations.inOrder(key, () => ask(key, (signal) => loadNewest(id, signal)))
    if (answer === undefined) return
    if ('error' in answer) {
      context.warn('listMessages', answer.error)
      threads.patch(key, { history: 'failed' })
      return
    }
    const { page, streamId } = answer.result
    const before = threads.get(key)
    const isAnswering = isActive(before.run)
    if (isAnswering && wasReady) return threads.patch(key, { history: 'ready' })
    const known = branches.all(key)
    const versions = putAll(key, page)
    branches.replace(key, versions, keptOf(known, versions, isAnswering))
    threads.patch(key, { history: 'ready' })
    const [newest] = [...versions.keys()].slice(-1)
    if (streamId !== null) branches.show(key, newest)
    const last = threads.get(key).messageKeys.at(-1)
    if (last === undefined || isAnswering) return
    if (streamId !== null) void resume({ key, messageKey: last, streamId })
    else tellEnd(key, last)
  }

  /** An answer that had looked complete here, or seems to be running, may have been stopped or broken off. */
  function tellEnd(key: string, last: string) {
    const message = context.labels.streamingFailed
    if (messages.get(last)?.status === 'streaming') {
      messages.patch(last, { status: 'interrupted', error: message })
    }
    const status = messages.get(last)?.status
    if (status === 'complete' || threads.get(key).run.phase !== 'done') return
    if (status === 'stopped') return threads.patch(key, { run: { phase: 'stopped' } })
    threads.patch(key, { run: { phase: 'failed', kind: 'stream', message, retryAfterSeconds: null } })
    threads.setStatusLine(key, { kind: 'error', text: message })
  }

  async function verify(key: string, messageKey: string) {
    const { conversationId } = threads.get(key)
    const id = messages.get(messageKey)?.id ?? null
    if (conversationId === null || id === null) return
    const answer = await ask(key, (signal) => listMessages(conversationId, null, signal))
    if (answer === undefined || 'error' in answer) return
    const stored = answer.result.items.find((message) => message.id === id)
    if (stored === undefined || stored.status === 'streaming') return
    const { status, error } = fromStoredMessage(stored, context.labels)
    messages.patch(messageKey, { status, error })
    tellEnd(key, messageKey)
  }

  async function loadNewest(id: string, signal: AbortSignal) {
    const page = await listMessages(id, null, signal)
    if (page.items[0]?.status !== 'streaming') return { page, streamId: null }
    const { activeStreamId } = await context.transport.getConversation(id, { signal })
    if (activeStreamId !== null) return { page, streamId: activeStreamId }
    // It ended between the two answers.
    return { page: await listMessages(id, null, signal), streamId: null }
  }

  /** Puts a page into the book; gives its messages, oldest first. A message that is known keeps its key. */
  function putAll(key: string, { items, nextCursor }: Page<ThreadMessage>, isLinear?: boolean): Versions {
    const known = branches.all(key)
    const keys = new Map([...known.keys()].map((messageKey) => [messages.get(messageKey)?.id, messageKey]))
    const keyOf = (id: string) => keys.get(id) ?? id
    older.set(key, nextCursor)
    threads.patch(key, { hasOlder: nextCursor !== null, isLoadingOlder: false })
    const page = items.toReversed().map((stored) => {
      const message = { ...fromStoredMessage(stored, context.labels), key: keyOf(stored.id) }
      messages.put(message)
      products.add(message.products)
      return { key: message.key, parent: stored.parentId === null ? null : keyOf(stored.parentId) }
    })
    return branches.parentsIn(page, isLinear)
  }

  /** What of the messages that a page does not hold is to stay: what is on its way, and what never arrived. */
  function keptOf(known: Versions, page: Versions, isAnswering: boolean): string[] {
    const missing = [...known.keys()].filter((key) => !page.has(key))
    if (isAnswering) return missing
    const arrived = new Set(
      [...page.keys()].flatMap((key) => (known.has(key) ? [] : messages.get(key)?.text)),
    )
    const kept = new Set<Parent>()
    for (const key of missing) {
      const { role, id, text } = messages.get(key) ?? {}
      const isUnsent = role === 'user' && id === null && !arrived.has(text)
      if (isUnsent || kept.has(known.get(key) ?? null)) kept.add(key)
    }
    return missing.filter((key) => kept.has(key))
  }

  return {
    reload,
    verify,
    loadOnDemand: async (key) => {
      const { history } = threads.get(key)
      if (history === 'loading' || history === 'ready') return
      await reload(key)
    },
    loadOlder: async (key) => {
      const { conversationId: id, isLoadingOlder, history } = threads.get(key)
      const cursor = older.get(key) ?? null
      if (id === null || cursor === null || isLoadingOlder || history !== 'ready') return
      threads.patch(key, { isLoadingOlder: true })
      const answer = await ask(key, (signal) => listMessages(id, cursor, signal))
      if (answer === undefined) return
      if ('error' in answer) {
        context.warn('listMessages', answer.error)
        threads.patch(key, { isLoadingOlder: false })
        return
      }
      const isLinear = [...branches.all(key).values()].includes(undefined)
      branches.prepend(key, putAll(key, answer.result, isLinear))
    },
    forget: (key) => {
      requests.get(key)?.abort()
      requests.delete(key)
      older.delete(key)
    },
    forgetAll: () => {
      for (const controller of requests.values()) controller.abort()
      requests.clear()
      older.clear()
    },
  }
}
