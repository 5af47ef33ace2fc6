import type { EngineContext } from '../context.ts'
import { readText } from '../platform/unknown-values.ts'
import type { WritableStore } from '../platform/store.ts'
import type { GuestImportState } from '../types.ts'
import { toImported } from './guest-records.ts'
import type { GuestStorage } from './guest-storage.ts'
import { importBatches } from './import-batches.ts'

/** The import of a guest's conversations into an account. */
export interface GuestImport {
  /** Offers the stored conversations to the account, unless there are none or the offer was dismissed. */
  offer: (state: WritableStore<GuestImportState>) => void
  /** Sends the stored conversations to the account and removes those that arrived. */
  importInto: (state: WritableStore<GuestImportState>, onImported: () => Promise<void>) => Promise<void>
  /** Stops offering the conversations stored now. */
  dismiss: () => void
}

/** @param dismissedKey storage key of the last dismissed offer */
export function createGuestImport(
  context: EngineContext,
  storage: GuestStorage,
  dismissedKey: string,
): GuestImport {
  const importable = () => storage.entries().flatMap((entry) => toImported(entry, context.timestamp()) ?? [])
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
    onImported: () => Promise<void>,
  ): Promise<void> {
    const { status, count } = state.get()
    if (status === 'none' || status === 'importing') return
    state.set({ status: 'importing', count })
    const isWanted = () => state.get().status === 'importing'
    const keys = storage.entries().map(({ key }) => key)
    try {
      for (const { conversations: batch, completed } of importBatches(importable())) {
        await context.transport.importConversations?.(batch)
        if (!isWanted()) return
        // Imported conversations are not sent again when a later batch fails.
        storage.forget(completed)
      }
      // Those without a message, too. Conversations that another tab has stored since are not part of this import.
      storage.forget(keys)
      state.set({ status: 'none', count: 0 })
      await onImported()
      offer(state)
    } catch (error) {
      context.warn('importConversations', error)
      if (isWanted()) state.set({ status: 'failed', count: importable().length })
    }
  }

  return {
    offer,
    importInto,
    dismiss: () => context.storage.setItem(dismissedKey, fingerprint()),
  }
}
