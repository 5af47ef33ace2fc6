import type { Page } from '@org/api-client'
import type { Access } from '../stores/access.ts'
import type { MessageTree, Parent, Versions } from '../stores/message-tree.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import { isLoginRequired } from '../transport/failures.ts'
import { fromStoredMessage } from '../stores/messages.ts'
import type { MessageStore } from '../stores/messages.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ProductStore } from '../stores/products.ts'
import type { RunningAnswer } from '../guests/guest-history.ts'
import { isActive } from '../runs/run-state.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ThreadMessage, TransportCall } from '../transport/transport.ts'

/** The stored messages of conversations. */
export interface History {
  /** Loads the newest messages when there are none yet. */
  loadOnDemand: (key: string) => Promise<void>
  /** Loads the newest messages again. */
  reload: (key: string) => Promise<void>
  loadOlder: (key: string) => Promise<void>
  /** Learns how an answer ended that had been out of sight for a while. */
  verify: (key: string, messageKey: string) => Promise<void>
  /** Cancels the loads of a conversation. */
  forget: (key: string) => void
  forgetAll: () => void
}

interface HistoryParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  products: ProductStore
  access: Access
  outbox: Outbox
  /** Takes up the running answer that the history ends with. */
  resume: (answer: RunningAnswer) => Promise<void>
}

export function createHistory(
  context: EngineContext,
  { conversations, threads, messages, branches, products, access, outbox, resume }: HistoryParts,
): History {
  const requests = new Map<string, AbortController>()
  const older = new Map<string, string | null>()
  const loadingOlder = new Map<string, Promise<void>>()

  /** Runs one request of a conversation; a later one, or `forget`, makes its answer stale. */
  async function ask<Result>(key: string, request: (call: TransportCall) => Promise<Result>) {
    requests.get(key)?.abort()
    const controller = new AbortController()
    const { signal } = controller
    requests.set(key, controller)
    // Later loads do not wait for a transport that ignores the signal.
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    try {
      return await Promise.race([aborted, request({ signal }).then((result) => ({ result }))])
    } catch (error) {
      if (signal.aborted) return undefined
      context.warn('listMessages', error)
      if (isLoginRequired(error)) void access.loginRequired()
      return { error }
    } finally {
      if (requests.get(key) === controller) requests.delete(key)
    }
  }

  function listMessages(id: string, cursor: string | null, call: TransportCall) {
    return context.transport.listMessages(id, { ...call, limit: context.limits.messagePage, cursor })
  }

  async function reload(key: string) {
    const { conversationId: id, history } = threads.get(key)
    if (id === null) return
    threads.patch(key, { history: 'loading' })
    // In its turn: what is sent meanwhile is asked after it, and so is not yet in the answer.
    const answer = await conversations.inOrder(key, () => ask(key, (call) => loadNewest(id, call)))
    if (answer === undefined) return
    if ('error' in answer) return threads.patch(key, { history: 'failed' })
    const { page, streamId } = answer.result
    const isAnswering = isActive(threads.get(key).run)
    if (isAnswering && history === 'ready') return threads.patch(key, { history: 'ready' })
    dropArrived(key, page)
    const versions = putAll(key, page)
    branches.replace(key, versions, keptOf(key, versions, isAnswering))
    threads.patch(key, { history: 'ready' })
    if (streamId !== null) branches.show(key, [...versions.keys()].at(-1))
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
    // Beside what else is being loaded of the conversation: nothing of that is to be given up for it.
    const page = await context.attempt('listMessages', () => listMessages(conversationId, null, {}))
    const stored = page?.items.find((message) => message.id === id)
    if (stored === undefined || stored.status === 'streaming') return
    const { status, error } = fromStoredMessage(stored, context.labels)
    messages.patch(messageKey, { status, error })
    tellEnd(key, messageKey)
  }

  async function loadNewest(id: string, call: TransportCall) {
    const page = await listMessages(id, null, call)
    if (page.items[0]?.status !== 'streaming') return { page, streamId: null }
    const { activeStreamId } = await context.transport.getConversation(id, call)
    if (activeStreamId !== null) return { page, streamId: activeStreamId }
    // It ended between the two answers.
    return { page: await listMessages(id, null, call), streamId: null }
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

  /** Returns the messages that a page lacks and that stay: those being sent, and questions that never arrived. */
  function keptOf(threadKey: string, page: Versions, isAnswering: boolean): string[] {
    const known = branches.all(threadKey)
    const kept = new Set<Parent>()
    return [...known.keys()].filter((key) => {
      if (page.has(key)) return false
      const { role, id } = messages.get(key) ?? {}
      const isUnsent = role === 'user' && id === null
      return isAnswering || ((isUnsent || kept.has(known.get(key))) && kept.add(key))
    })
  }

  /**
   * Removes the unsent copies of questions that a page turns out to hold, with their failed answers. A question's key
   * is the `clientMessageId` that it was sent with, so two questions with the same text are never confused. A stored
   * message without one matches nothing: a question shown twice can be removed, a lost one cannot be restored.
   */
  function dropArrived(threadKey: string, { items }: Page<ThreadMessage>) {
    if (isActive(threads.get(threadKey).run)) return
    const sent = new Set(items.map(({ clientMessageId }) => clientMessageId?.toLowerCase()))
    const dropped: string[] = []
    for (const [key, parent] of branches.all(threadKey)) {
      if (messages.get(key)?.id !== null) continue
      if (sent.has(key.toLowerCase())) {
        outbox.dispatch(key, { type: 'delivered' })
        threads.patch(threadKey, { run: { phase: 'idle' }, statusLine: null })
      } else if (!dropped.includes(parent ?? '')) continue
      dropped.push(key)
    }
    branches.remove(threadKey, dropped)
  }

  async function loadOlder(key: string) {
    const { conversationId: id, history } = threads.get(key)
    const cursor = older.get(key) ?? null
    if (id === null || cursor === null || history !== 'ready') return
    threads.patch(key, { isLoadingOlder: true })
    const answer = await ask(key, (call) => listMessages(id, cursor, call))
    if (answer === undefined || 'error' in answer) return threads.patch(key, { isLoadingOlder: false })
    dropArrived(key, answer.result)
    const isLinear = [...branches.all(key).values()].includes(undefined)
    branches.prepend(key, putAll(key, answer.result, isLinear))
  }

  return {
    reload,
    verify,
    loadOnDemand: async (key) => {
      const { history } = threads.get(key)
      if (history === 'loading' || history === 'ready') return
      await reload(key)
    },
    loadOlder: (key) => {
      // Concurrent calls share the same page request.
      const page = loadingOlder.get(key) ?? loadOlder(key).finally(() => loadingOlder.delete(key))
      loadingOlder.set(key, page)
      return page
    },
    forget,
    forgetAll: () => {
      for (const key of threads.keys()) forget(key)
    },
  }

  function forget(key: string) {
    requests.get(key)?.abort()
    requests.delete(key)
    older.delete(key)
  }
}
