import type { EngineContext } from '../context.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import type { GuestStores, GuestHistory } from './guest-history.ts'
import type { OnImported } from './guest-import.ts'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import type { ChangeOutcome, ChatEngine, GuestImportState } from '../types.ts'

/**
 * A guest's conversations, which live in the browser alone until they are taken along into an account. What reads
 * and writes them is loaded when there is a guest, or something of one.
 */
export interface Guests extends Pick<ChatEngine, 'dismissGuestImport'> {
  /**
   * @param accountId of the account whose list is shown; none where the server names none
   */
  importGuest: (accountId: string | null | undefined, onImported: OnImported) => Promise<ChangeOutcome>
  readonly importState: Store<GuestImportState>
  /** Puts the stored conversations into the stores. Resolves to the answers that may still be running. */
  restore: () => Promise<RunningAnswer[]>
  /** @param changed the conversation that has changed; without it, only what was never kept, or is being answered, is written. */
  save: (changed?: string) => void
  drop: (key: string) => void
  /** Somebody is signed in: offers them what a guest has left here. */
  offer: () => Promise<void>
  /** Ends an import that is under way, and withdraws the offer. What is stored stays. */
  stop: () => void
  clear: () => void
}

const NONE: GuestImportState = { status: 'none', count: 0 }

export function createGuests(context: EngineContext, stores: GuestStores): Guests {
  /** Keys of a guest's conversations, and of the names of those that are not to be offered again. */
  const storageKeys = { guest: context.storageKey('guest'), dismissed: context.storageKey('guest.dismissed') }
  const importState = createStore(NONE)
  let history: GuestHistory | null = null

  /** Does something with what is kept; `otherwise` is what comes of it where that cannot be loaded. */
  async function attempt<Result>(work: (kept: GuestHistory) => Result, otherwise: Result): Promise<Result> {
    return (await context.attempt('guests', () => useHistory(work))) ?? otherwise
  }

  async function useHistory<Result>(work: (kept: GuestHistory) => Result) {
    const { createGuestHistory } = await import('./guest-history.ts')
    return work((history ??= createGuestHistory(context, stores, storageKeys)))
  }

  function clear() {
    for (const key of Object.values(storageKeys)) context.storage.removeItem(key)
    importState.set(NONE)
  }

  return {
    importState,
    stop: () => importState.set(NONE),
    clear,
    importGuest: (accountId, onImported) =>
      context.change('importConversations', () =>
        useHistory((kept) => kept.importInto(importState, accountId, onImported)),
      ),
    restore: () => attempt((kept) => kept.restore(), []),
    save: (changed) => history?.save(changed),
    drop: (key) => history?.drop(key),
    offer: async () => {
      if (context.storage.getItem(storageKeys.guest) === null) return
      await attempt((kept) => kept.offer(importState), undefined)
    },
    dismissGuestImport: () => {
      history?.dismiss()
      importState.set(NONE)
    },
  }
}
