import { fieldsOf } from '../context.ts'
import type { EngineContext } from '../context.ts'
import { createStore } from '../platform/store.ts'
import type { Store, WritableStore } from '../platform/store.ts'
import type { Draft, ImageAttachment } from '../types.ts'

/** Composer drafts by conversation, stored under one storage key. */
export interface DraftStore {
  store: (key: string) => Store<Draft>
  set: (key: string, change: Partial<Draft>) => void
  removeImage: (key: string, index: number) => void
  /** Puts something before what is being written. */
  prepend: (key: string, draft: KeptDraft) => void
  /** Writes what waits to be written. */
  save: () => void
  /** Forgets a conversation's draft. */
  drop: (key: string) => void
  clear: () => void
}

const EMPTY: Draft = { text: '', images: [], pending: [] }

/**
 * @param nameOf the name that a conversation's draft is kept under: the server's id, so that it is found again
 * after a reload, or one name for the blank conversation. Null: it is not kept.
 */
export function createDraftStore(context: EngineContext, nameOf: (key: string) => string | null): DraftStore {
  const storageKey = context.storageKey('drafts')
  const stores = new Map<string, WritableStore<Draft>>()
  const names = new Map<string, string>()
  /** Those that are not written yet. The others may have been changed in another tab. */
  const changed = new Set<string>()
  let cancelSave: (() => void) | null = null

  function cell(key: string) {
    let store = stores.get(key)
    if (store === undefined) {
      const name = nameOf(key)
      if (name !== null) names.set(key, name)
      store = createStore<Draft>({ ...EMPTY, ...readKept().get(name ?? '') })
      stores.set(key, store)
    }
    return store
  }

  function readKept(): Map<string, KeptDraft> {
    const kept = Object.entries(context.readKept(storageKey))
    return new Map(kept.map(([name, draft]) => [name, readDraft(draft)]))
  }

  function save() {
    cancelSave?.()
    cancelSave = null
    const kept = readKept()
    for (const [key, store] of stores) {
      // One that is not in the list at the moment keeps its name.
      const name = nameOf(key) ?? names.get(key)
      if (name === undefined) continue
      const nameBefore = names.get(key) ?? name
      if (!changed.delete(key) && name === nameBefore) continue
      const { text, images } = store.get()
      // A blank conversation that became a stored one left its draft under the blank one's name.
      if (name !== nameBefore) kept.delete(nameBefore)
      names.set(key, name)
      if (text === '' && images.length === 0) kept.delete(name)
      else kept.set(name, { text, images })
    }
    write(kept)
  }

  /** Without room for the images only the texts are stored. */
  function write(kept: Map<string, KeptDraft>) {
    if (kept.size === 0) return context.storage.removeItem(storageKey)
    const toJson = (toKept: (draft: KeptDraft) => unknown) =>
      JSON.stringify(Object.fromEntries([...kept].map(([name, draft]) => [name, toKept(draft)])))
    const toText = ({ text }: KeptDraft) => text
    context.keep(storageKey, [
      () => toJson((draft) => (draft.images.length === 0 ? draft.text : draft)),
      () => toJson(toText),
    ])
  }

  function set(key: string, change: Partial<Draft>) {
    cell(key).update((draft) => ({ ...draft, ...change }))
    changed.add(key)
    cancelSave ??= context.clock.setTimer(save, context.limits.draftSaveMs)
  }

  return {
    store: cell,
    save,
    set,
    removeImage: (key, index) =>
      set(key, {
        images: cell(key)
          .get()
          .images.filter((_, at) => at !== index),
      }),
    prepend: (key, draft) => {
      const { text, images } = cell(key).get()
      const texts = [draft.text, text].filter((part) => part !== '')
      set(key, { text: texts.join('\n\n'), images: [...draft.images, ...images] })
    },
    drop: (key) => {
      stores.get(key)?.set(EMPTY)
      const name = names.get(key)
      stores.delete(key)
      names.delete(key)
      if (name === undefined) return
      const kept = readKept()
      if (kept.delete(name)) write(kept)
    },
    clear: () => {
      cancelSave?.()
      cancelSave = null
      for (const store of stores.values()) store.set(EMPTY)
      context.storage.removeItem(storageKey)
    },
  }
}

type KeptDraft = Pick<Draft, 'text' | 'images'>

/** A kept draft: its text alone, or with its images. */
function readDraft(kept: unknown): KeptDraft {
  const { text, images } = fieldsOf(typeof kept === 'string' ? { text: kept } : kept)
  return { text: typeof text === 'string' ? text : '', images: readImages(images) }
}

/** Reads the valid images of a stored list. */
export function readImages(kept: unknown): ImageAttachment[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((image) => {
    const { mimeType, data, name } = fieldsOf(image)
    if (typeof mimeType !== 'string' || typeof data !== 'string') return []
    return { mimeType, data, name: typeof name === 'string' ? name : '' }
  })
}
