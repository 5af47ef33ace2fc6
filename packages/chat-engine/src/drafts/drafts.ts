import type { EngineContext } from '../context.ts'
import { createStore } from '../platform/store.ts'
import type { Store, WritableStore } from '../platform/store.ts'
import type { Draft } from '../types.ts'
import { createStoredDrafts, join, type StoredDraft, NO_DRAFT, qualify } from './stored-drafts.ts'

/** Composer drafts by account and conversation, stored under one storage key. */
export interface DraftStore {
  store: (key: string) => Store<Draft>
  set: (key: string, change: Partial<Draft>) => void
  removeImage: (key: string, index: number) => void
  /** Puts something before what is being written. */
  prepend: (key: string, draft: StoredDraft) => void
  /** Writes what waits to be written. */
  save: () => void
  /** Writes what waits to be written; changes from now on are written after a pause, or at once: then no timer is left. */
  saveLater: (isLater: boolean) => void
  /** Forgets a conversation's draft. */
  drop: (key: string) => void
  /**
   * Reads and writes the drafts of this account from now on. A visitor's drafts become the account's; those of the
   * account before stay stored for its next sign-in.
   */
  setAccount: (accountId: string | null) => void
  /** Erases the drafts of the account and of visitors. The next account is unknown until `setAccount`. */
  clear: () => void
}

const EMPTY: Draft = { ...NO_DRAFT, pending: [] }

interface Cell {
  store: WritableStore<Draft>
  /** Name that it was read from or written to last; null for one that was never in the list. */
  name: string | null
  /** True until it is written. The others may have been changed in another tab. */
  isChanged: boolean
}

/**
 * @param nameIn the name that a conversation's draft is kept under: the server's id, so that it is found again
 * after a reload, or one name for the blank conversation. Null: it is not kept.
 */
export function createDraftStore(context: EngineContext, nameIn: (key: string) => string | null): DraftStore {
  const stored = createStoredDrafts(context)
  const cells = new Map<string, Cell>()
  let cancelSave: (() => void) | null = null
  let savesLater = true
  let account: string | null = null // For a visitor, until the first list, and where the server names none.

  function nameOf(key: string) {
    const name = nameIn(key)
    return name === null ? null : qualify(name, account)
  }

  function cellOf(key: string): Cell {
    const known = cells.get(key)
    if (known !== undefined) return known
    const name = nameOf(key)
    const draft: Draft = { ...EMPTY, ...stored.read().get(name ?? '') }
    const cell = { store: createStore(draft), name, isChanged: false }
    cells.set(key, cell)
    return cell
  }

  function save() {
    cancelSave?.()
    cancelSave = null
    const kept = stored.read()
    for (const [key, cell] of cells) {
      // One that is not in the list at the moment keeps its name.
      const name = nameOf(key) ?? cell.name
      if (name === null) continue
      const nameBefore = cell.name ?? name
      if (!cell.isChanged && name === nameBefore) continue
      // A blank conversation that became a stored one left its draft under the blank one's name.
      if (name !== nameBefore) kept.delete(nameBefore)
      keep(kept, name, cell.store.get())
      Object.assign(cell, { name, isChanged: false })
    }
    stored.write(kept)
  }

  function adopt(accountId: string) {
    account = accountId
    const kept = stored.adopt(accountId)
    for (const [key, cell] of cells) {
      if (cell.name !== null) cell.name = qualify(cell.name, accountId)
      const own = kept.get(nameOf(key) ?? cell.name ?? '')
      if (own === undefined) continue
      // Without room it was not stored, and is in this page alone.
      cell.store.update((draft) => withOwn(draft, own))
    }
  }

  /** Empties the drafts of this page; what is stored stays. */
  function forgetPage() {
    for (const { store } of cells.values()) store.set(EMPTY)
    cells.clear()
  }

  function set(key: string, change: Partial<Draft>) {
    const cell = cellOf(key)
    cell.store.update((draft) => ({ ...draft, ...change }))
    cell.isChanged = true
    if (savesLater) cancelSave ??= context.clock.setTimer(save, context.limits.draftSaveMs)
    else save()
  }
  const get = (key: string) => cellOf(key).store.get()

  return {
    store: (key) => cellOf(key).store,
    save,
    saveLater: (isLater) => {
      savesLater = isLater
      if (!isLater) save()
    },
    set,
    removeImage: (key, index) => set(key, { images: get(key).images.filter((_, at) => at !== index) }),
    prepend: (key, draft) => set(key, join(draft, get(key))),
    drop: (key) => {
      const cell = cells.get(key)
      cell?.store.set(EMPTY)
      cells.delete(key)
      const kept = stored.read()
      if (kept.delete(cell?.name ?? '')) stored.write(kept)
    },
    setAccount: (accountId) => {
      if (accountId === account || accountId === null) return
      save()
      if (account === null) return adopt(accountId)
      forgetPage()
      account = accountId
    },
    clear: () => {
      cancelSave?.()
      cancelSave = null
      forgetPage()
      stored.erase(account)
      account = null
    },
  }
}

/** Adds an account's stored draft to what was written before its sign-in. */
function withOwn(draft: Draft, own: StoredDraft): Draft {
  return { ...draft, ...(own.text.startsWith(draft.text) ? own : join(draft, own)) }
}

function keep(kept: Map<string, StoredDraft>, name: string, { text, images }: Draft): void {
  if (text === '' && images.length === 0) kept.delete(name)
  else kept.set(name, { text, images })
}
