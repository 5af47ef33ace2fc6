import type { Db } from '../db/database.ts'
import {
  type EntryKind,
  listEntries,
  readRevisions,
  type Revisions,
  type StoredEntry,
} from './entries.store.ts'

interface Copy<Made> {
  revision: number
  made: Promise<Made>
}

/**
 * Creates a function that returns what `make` makes of the effective entries of a kind, and makes it again when any
 * instance has saved one. Each call compares the numbers of saves, so that a save takes effect at once everywhere.
 */
export function createEntryCopy<Fields extends object, Made>(
  kind: EntryKind<Fields>,
  make: (entries: StoredEntry<Fields>[]) => Made | Promise<Made>,
): (db: Db, revisions?: Revisions) => Promise<Made> {
  const copies = new WeakMap<Db, Copy<Made>>()
  return async (db, revisions) => {
    const revision = (revisions ?? (await readRevisions(db))).get(kind.name) ?? 0
    const known = copies.get(db)
    if (known?.revision === revision) return known.made
    const entries = revision === 0 ? Promise.resolve([]) : listEntries(db, kind)
    const copy = {
      revision,
      made: entries.then((all) => make(all.filter(({ retired }) => !retired))),
    }
    copies.set(db, copy)
    try {
      return await copy.made
    } catch (error) {
      // A failure is not kept.
      if (copies.get(db) === copy) copies.delete(db)
      throw error
    }
  }
}
