import { createContext } from './context.ts'
import { createConversation, leaveBlank } from './conversations/creation.ts'
import { loadList } from './conversations/listing.ts'
import { selectConversation, toOnDemandParts } from './conversations/selection.ts'
import type { ConversationMarks } from './transport/transport.ts'
import { createLifecycle } from './engine-lifecycle.ts'
import type { EngineParts, OnDemand, OnDemandCode, ToolDecision } from './engine-parts.ts'
import { createEngineStores } from './engine-stores.ts'
import { createGuests } from './guests/guests.ts'
import { loadOlder, reload, verifyEnd } from './history/history.ts'
import { continueAnswer, regenerate, retry } from './questions/asking-again.ts'
import { edit, send } from './questions/asking.ts'
import { sendPendingPrompt } from './questions/pending-prompt.ts'
import { putInitialMessages, setMessages } from './questions/set-messages.ts'
import { createRuns } from './runs/runs.ts'
import type { EndedRun, RunEnd } from './stores/signals.ts'
import type { ApprovalOutcome, ChangeOutcome, ChatEngine, ChatEngineOptions } from './types.ts'

/**
 * A chat engine. Nothing happens until `start`.
 *
 * @throws {TypeError} without a transport
 * @example
 * import { createApiClient } from '@org/api-client'
 * import { createApiTransport, createChatEngine } from '@org/chat-engine'
 *
 * const engine = createChatEngine({ transport: createApiTransport(createApiClient()) })
 *
 * export async function ask(text: string) {
 *   await engine.start()
 *   const { selectedKey } = engine.conversations.get()
 *   return selectedKey === null ? null : engine.send(selectedKey, { text })
 * }
 */
export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  // A caller may have no types.
  const given: Partial<ChatEngineOptions> = { ...options }
  if (given.transport === undefined) {
    throw new TypeError('createChatEngine needs a transport: createChatEngine({ transport })')
  }
  const parts = createParts(options)
  connectSignals(parts)
  if (options.initialMessages !== undefined) putInitialMessages(parts, options.initialMessages)
  const engine: ChatEngine = {
    conversations: parts.conversations.state,
    access: parts.access.state,
    disclaimer: parts.disclaimer.state,
    products: parts.products.state,
    guestImport: parts.guests.importState,
    storage: parts.context.storageState,
    thread: parts.threads.store,
    message: parts.messages.store,
    draft: parts.drafts.store,

    ...createLifecycle(parts),

    create: () => createConversation(parts),
    select: (keyOrId) => selectConversation(parts, keyOrId),
    rename: (key, title) => change(parts, (code) => code.renameConversation(parts, key, title)),
    pin: (key, pinned) => mark(parts, key, { pinned }),
    archive: (key, archived) => mark(parts, key, { archived }),
    remove: (key) => change(parts, (code) => code.removeConversation(toOnDemandParts(parts), key)),
    loadMore: async () => {
      await withOnDemandCode(parts, (code) => code.loadMoreConversations(parts))
    },
    search: (query, options) => search(parts, query.trim(), options?.archived === true),
    setMessages: (key, messages) => setMessages(parts, key, messages),
    reload: (key) => reload(parts, key),
    loadOlder: (key) => loadOlder(parts, key),

    send: (key, input) => send(parts, key, input),
    edit: (messageKey, input) => edit(parts, messageKey, input),
    retry: (key) => retry(parts, key),
    regenerate: (answerKey) => regenerate(parts, answerKey),
    showSibling: (messageKey, index) => showSibling(parts, messageKey, index),
    approve: (messageKey, toolId) => decide(parts, { messageKey, toolId, approved: true, reason: null }),
    reject: (messageKey, toolId, reason = null) =>
      decide(parts, { messageKey, toolId, approved: false, reason }),
    stop: parts.runs.stop,
    sendPendingPrompt: () => sendPendingPrompt(parts),
    dismissPendingPrompt: () => parts.access.setPendingPrompt(null),
    acknowledgeDisclaimer: parts.disclaimer.acknowledge,
    setDraft: parts.drafts.set,
    attach: async (key, files) =>
      (await import('./drafts/attachments.ts')).attachFiles(parts.context, parts.drafts, key, files),
    removeImage: parts.drafts.removeImage,
    find: async (key, text) => (await import('./history/find.ts')).findInConversation(engine, key, text),
    importGuest: () =>
      parts.guests.importGuest(parts.list.accountId, async (newestId) => {
        await loadList(parts)
        if (newestId !== null) leaveBlank(parts, newestId)
      }),
    dismissGuestImport: parts.guests.dismissGuestImport,
    rate: (messageKey, rating, reason) =>
      change(parts, (code) => code.rate(parts, messageKey, rating, reason)),
  }
  return engine
}

function search(parts: EngineParts, query: string, archived: boolean): void {
  parts.list.query = query
  if (query !== '' || archived)
    return void withOnDemandCode(parts, (code) => code.searchConversations(parts, query, archived))
  parts.list.finder?.reset()
  parts.conversations.patchState({ search: null })
}

/** Uses code that is loaded on demand; a failure to load it is logged. */
function withOnDemandCode<Result>(
  { context, onDemand: { use } }: EngineParts,
  work: (code: OnDemandCode) => Result,
) {
  return context.attempt('import', () => use(work))
}

function mark(parts: EngineParts, key: string, marks: ConversationMarks): Promise<ChangeOutcome> {
  return change(parts, (code) => code.markConversation(toOnDemandParts(parts), key, marks))
}

async function decide(parts: EngineParts, decision: ToolDecision): Promise<ApprovalOutcome> {
  const outcome = await withOnDemandCode(parts, (code) =>
    code.decideOnTool(parts, decision, (answer, tools) => continueAnswer(parts, answer, tools)),
  )
  return outcome ?? 'not_loaded'
}

async function change(
  { context, onDemand }: EngineParts,
  work: (code: OnDemandCode) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> {
  try {
    return await onDemand.use(work)
  } catch (error) {
    return { ok: false, reverted: false, error: context.warn('import', error) }
  }
}

function createOnDemand(): OnDemand {
  let loaded: OnDemandCode | null = null
  const load = async (): Promise<OnDemandCode> => (loaded = await import('./on-demand.ts'))
  return { use: async (work) => work(loaded ?? (await load())) }
}

function createParts(options: ChatEngineOptions): EngineParts {
  const context = createContext(options)
  const stores = createEngineStores(context)
  const runs = createRuns(stores)
  const guests = createGuests(context, { ...stores, streamOf: runs.streamOf })
  return {
    ...stores,
    runs,
    guests,
    onDemand: createOnDemand(),
    history: { requests: new Map(), cursors: new Map(), loadingOlder: new Map() },
    list: {
      cursor: null,
      generation: 0,
      listed: new Set(),
      opened: new Set(),
      finder: null,
      query: '',
    },
  }
}

function connectSignals(parts: EngineParts): void {
  parts.signals.changed.on((key) => {
    if (parts.access.isVisitor()) parts.guests.save(key)
  })
  parts.signals.runEnded.on((end, run) => afterRun(parts, end, run))
  parts.signals.signedIn.on(() => void sendPendingPrompt(parts))
}

function afterRun(parts: EngineParts, end: RunEnd, { key, messageKey, start }: EndedRun): void {
  if (end === 'mended') void verifyEnd(parts, key, messageKey)
  else if (end === 'login-required' && start !== null) {
    void withOnDemandCode(parts, (code) => code.takeBackRefused(parts, start))
  } else {
    if (start !== null && end === 'conflict') {
      void withOnDemandCode(parts, (code) => code.takeBackUnsent(parts, start))
    }
    // After a conflict the history contains the answer that is running elsewhere, and resumes it.
    void reload(parts, key)
  }
}

function showSibling(parts: EngineParts, messageKey: string, index: number): void {
  const key = parts.branches.threadOf(messageKey)
  const sibling = parts.branches.siblingsOf(messageKey)[index]
  if (key === undefined || sibling === undefined) return
  parts.branches.show(key, sibling)
  parts.signals.changed.emit(key)
}
