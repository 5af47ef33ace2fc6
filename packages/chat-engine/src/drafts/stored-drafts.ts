import { fieldsOf } from '../context.ts'
import type { EngineContext } from '../context.ts'
import type { Draft, ImageAttachment } from '../types.ts'

export const NO_DRAFT: StoredDraft = { text: '', images: [] }

/** Drafts by their stored names, under one storage key. */
interface StoredDrafts {
  read: () => Map<string, StoredDraft>
  /** Without room for the images only the texts are stored. */
  write: (drafts: ReadonlyMap<string, StoredDraft>) => void
  /** Makes the drafts of a visitor the account's, each before what the account has under the same name; returns all. */
  adopt: (accountId: string) => Map<string, StoredDraft>
  /** Erases the drafts of an account and of visitors; null erases all. */
  erase: (accountId: string | null) => void
}

export function createStoredDrafts(context: EngineContext): StoredDrafts {
  const storageKey = context.storageKey('drafts')

  function read() {
    const kept = Object.entries(context.readStored(storageKey))
    return new Map(kept.map(([name, draft]) => [name, readDraft(draft)]))
  }

  function write(drafts: ReadonlyMap<string, StoredDraft>) {
    if (drafts.size === 0) return context.storage.removeItem(storageKey)
    const toJson = (toStored: (draft: StoredDraft) => unknown) =>
      JSON.stringify(Object.fromEntries([...drafts].map(([name, draft]) => [name, toStored(draft)])))
    const toText = ({ text }: StoredDraft) => text
    context.store(storageKey, [
      () => toJson((draft) => (draft.images.length === 0 ? draft.text : draft)),
      () => toJson(toText),
    ])
  }

  return {
    read,
    write,
    adopt: (accountId) => {
      const kept = read()
      for (const [name, draft] of [...kept].filter(([stored]) => ownerOf(stored) === null)) {
        const own = qualify(name, accountId)
        kept.delete(name)
        kept.set(own, join(draft, kept.get(own)))
      }
      write(kept)
      return kept
    },
    erase: (accountId) => {
      const isOfAnother = ([name]: [string, unknown]) => ![null, accountId].includes(ownerOf(name))
      write(new Map(accountId === null ? [] : [...read()].filter(isOfAnother)))
    },
  }
}

/** Returns the stored name of an account's draft. A visitor's has the name alone. */
export function qualify(name: string, account: string | null): string {
  return account === null ? name : `${name} ${account}`
}

/** Returns the account of a stored name; null for a visitor's. */
function ownerOf(name: string): string | null {
  const at = name.indexOf(' ')
  return at === -1 ? null : name.slice(at + 1)
}

/** Joins two drafts of one conversation; equal ones, which two tabs show, stay one. */
export function join(first: StoredDraft, { text, images }: StoredDraft = NO_DRAFT): StoredDraft {
  if (text === first.text) return first
  const texts = [first.text, text].filter((part) => part !== '')
  return { text: texts.join('\n\n'), images: [...first.images, ...images] }
}

/** What is stored of a draft. */
export type StoredDraft = Pick<Draft, 'text' | 'images'>

/** A kept draft: its text alone, or with its images. */
function readDraft(kept: unknown): StoredDraft {
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
