import type { ImportedConversation } from '@org/api-client'
import type { EngineContext } from '../context.ts'
import { readText } from '../platform/unknown-values.ts'
import type { WritableStore } from '../platform/store.ts'
import type { GuestImportState } from '../types.ts'
import { toImported } from './guest-records.ts'
import type { GuestStorage } from './guest-storage.ts'
import { type ImportBatch, importBatches, type KeyedConversation } from './import-batches.ts'
import { isRefused, readRunningAnswer } from './running-answer.ts'

/**
 * Called when the account has more conversations, or is another one.
 *
 * @param newestId the account's id of the imported conversation that was continued last; null where the server names none
 */
export type OnImported = (newestId: string | null) => Promise<void>

/** The import of a guest's conversations into an account. */
export interface GuestImport {
  /** Offers the stored conversations to the account, unless there are none or the offer was dismissed. */
  offer: (state: WritableStore<GuestImportState>) => void
  /**
   * Sends the stored conversations to the account and removes those that arrived. A conversation with a running answer
   * is sent last, when the answer has ended. Rejects with the failure of a call.
   *
   * @param accountId of the account that the person agreed to; none where the server does not name accounts
   */
  importInto: (
    state: WritableStore<GuestImportState>,
    accountId: string | null | undefined,
    onImported: OnImported,
  ) => Promise<void>
  /** Stops offering the conversations stored now. */
  dismiss: () => void
}

/** @param dismissedKey storage key of the last dismissed offer */
export function createGuestImport(
  context: EngineContext,
  storage: GuestStorage,
  dismissedKey: string,
): GuestImport {
  /** Converts those stored conversations that pass the filter. */
  const importable = (isWanted: (entry: Record<string, unknown>) => boolean = () => true) =>
    storage
      .entries()
      .filter(isWanted)
      .flatMap((entry) => toImported(entry, context.timestamp()) ?? [])
  /** Changes with every conversation that comes or goes. */
  const fingerprint = () =>
    storage
      .entries()
      .map(({ key }) => readText(key))
      .join(' ')

  function offer(state: WritableStore<GuestImportState>): void {
    const { length: count } = importable()
    const isDismissed = context.storage.getItem(dismissedKey) === fingerprint()
    const isPossible = context.transport.importConversations !== undefined
    if (count > 0 && !isDismissed && isPossible) state.set({ status: 'offered', count })
  }

  async function importInto(
    state: WritableStore<GuestImportState>,
    accountId: string | null | undefined,
    onImported: OnImported,
  ): Promise<void> {
    const { status, count } = state.get()
    if (status === 'none' || status === 'importing') return
    state.set({ status: 'importing', count })
    const isWanted = () => state.get().status === 'importing'
    const ended = new AbortController()
    const unsubscribe = state.subscribe(() => {
      if (!isWanted()) ended.abort()
    })
    const keys = new Set(storage.entries().map(({ key }) => key))
    let newest: Imported | null = null
    try {
      for await (const { conversations: batch, completed } of batchesToImport(ended.signal)) {
        const ids = await context.transport.importConversations?.(batch, { accountId })
        if (!isWanted()) return
        newest = newestOf(newest, batch, ids)
        // Imported conversations are not sent again when a later batch fails.
        storage.change((entry) => leftOf(entry, completed))
      }
      // Those without a message, too. Conversations that another tab has stored since are not part of this import.
      storage.change((entry) => (keys.has(entry['key']) && isEmpty(entry) ? null : entry))
      state.set({ status: 'none', count: 0 })
      await onImported(newest?.id ?? null)
      offer(state)
    } catch (error) {
      if (isWanted()) {
        state.set({ status: 'failed', count: importable().length })
        // Another account has signed in: its own list is shown, and the rest is offered to it.
        if (isRefused(error, 409)) await onImported(null)
      }
      throw error
    } finally {
      unsubscribe()
    }
  }

  /** Yields the calls of an import: first what is complete, then each conversation once its answer has ended. */
  async function* batchesToImport(signal: AbortSignal): AsyncGenerator<ImportBatch> {
    const running = new Map<unknown, string>()
    for (const { key, streamId } of storage.entries()) {
      if (typeof streamId === 'string') running.set(key, streamId)
    }
    yield* importBatches(importable(({ key }) => !running.has(key)))
    for (const [runningKey, streamId] of running) {
      const text = await readRunningAnswer(context, streamId, signal)
      const whole = importable(({ key }) => key === runningKey)
      for (const conversation of whole) putAnswer(conversation, text ?? '', context.timestamp())
      yield* importBatches(whole)
    }
  }

  return {
    offer,
    importInto,
    dismiss: () => context.storage.setItem(dismissedKey, fingerprint()),
  }
}

/** Returns what is left of a stored conversation after an import; null when the account has all of it. */
function leftOf(
  entry: Record<string, unknown>,
  completed: readonly KeyedConversation[],
): Record<string, unknown> | null {
  const imported = completed.find(({ key }) => key === entry['key'])
  if (imported === undefined) return entry
  const messages = toImported(entry, '')?.messages ?? []
  const isWhole = messages.every(({ role, content }, index) => {
    const sent = imported.messages[index]
    // The storage may lag behind the stream that the answer was read from.
    return sent?.role === role && sent.content.startsWith(content)
  })
  // Another tab has continued it during the call.
  return isWhole ? null : { ...entry, imports: imported.imports + 1 }
}

/** An imported conversation, and the time of its last message. */
interface Imported {
  id: string
  at: string
}

/** Returns the imported conversation with the newest message. */
function newestOf(
  before: Imported | null,
  batch: readonly ImportedConversation[],
  ids: unknown,
): Imported | null {
  const named: readonly unknown[] = Array.isArray(ids) ? ids : []
  return batch.reduce<Imported | null>((newest, { messages }, index) => {
    const id = readText(named[index])
    const at = messages.at(-1)?.createdAt ?? ''
    return id === null || (newest !== null && newest.at > at) ? newest : { id, at }
  }, before)
}

function isEmpty(entry: Record<string, unknown>): boolean {
  return toImported(entry, '') === null
}

/** Puts the whole text of an answer in place of its stored beginning, or after the question when nothing was stored. */
function putAnswer(conversation: KeyedConversation, content: string, now: string): void {
  if (content === '') return
  const { messages } = conversation
  const last = messages.at(-1)
  const before = last?.role === 'assistant' ? messages.slice(0, -1) : messages
  conversation.messages = [...before, { role: 'assistant', content, createdAt: last?.createdAt ?? now }]
}
