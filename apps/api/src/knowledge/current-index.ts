import { sql } from 'drizzle-orm'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { type IndexRow, MemoryIndex } from './memory-index.ts'

// Rows read at once: bounds the time in which the embedded database and the index hold the event loop.
const pageSize = 100

/** Hours after which rows of `search_removals` are deleted. */
export const removalHours = 24

// An index that was not read for longer may miss removals and is loaded again; half of the time that they are stored.
const reloadAfterMs = (removalHours / 2) * 3_600_000

/** A document that was removed, or all of them when `removed` is null. */
interface Removal {
  change: number
  removed: number | null
}

// A type alias, because only type aliases have the index signature that rows need.
type ChangeRow = Removal | (IndexRow & { change: null })

/**
 * Keeps an index in memory equal to `search_documents`. Writers hold a lock until they commit, so that documents and
 * removals become visible in the order of their numbers: reading what has a higher number misses nothing.
 */
class SyncedIndex {
  #index = new MemoryIndex()
  #lastDoc = 0
  #lastChange: number | undefined
  #readAt = 0
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  /** The index with everything that was committed before the call. */
  async current(db: Db): Promise<MemoryIndex> {
    // A read under way may miss what was committed since it started: callers meanwhile share the next one.
    if (this.#next === undefined) {
      const next = this.#last.then(() => {
        this.#next = undefined
        return this.#read(db)
      })
      this.#next = next
      this.#last = next.catch(() => undefined)
    }
    await this.#next
    return this.#index
  }

  async #read(db: Db): Promise<void> {
    const startedAt = Date.now()
    if (startedAt - this.#readAt > reloadAfterMs || this.#lastChange === undefined) {
      this.#lastChange = await readLastChange(db)
      this.#clear()
    }
    for (;;) {
      const rows = await readChanges(db, this.#lastChange, this.#lastDoc)
      if (rows.length === 0) break
      this.#apply(rows)
      await yieldToEventLoop()
    }
    this.#readAt = startedAt
  }

  #apply(rows: readonly ChangeRow[]): void {
    for (const row of rows) {
      if (row.change === null) {
        this.#index.add(row)
        this.#lastDoc = row.doc
        continue
      }
      this.#lastChange = row.change
      if (row.removed === null) {
        // Numbers start again: the rest was selected by the number of a document that is gone.
        this.#clear()
        return
      }
      this.#index.remove(row.removed)
    }
  }

  #clear(): void {
    this.#index = new MemoryIndex()
    this.#lastDoc = 0
  }
}

async function readLastChange(db: Db): Promise<number> {
  const { rows } = await db.execute<{ change: number }>(
    sql`select coalesce(max(change), 0)::int as change from search_removals`,
  )
  return rows[0]?.change ?? 0
}

/** Removals first: they concern documents that were read before. One statement sees one state of both tables. */
async function readChanges(db: Db, change: number, doc: number): Promise<ChangeRow[]> {
  const { rows } = await db.execute<ChangeRow & Record<string, unknown>>(sql`
    (select change, doc as removed, null as doc, null as ref, null as space, null as author, null as words
      from search_removals where change > ${change} order by change limit ${pageSize * 10})
    union all
    (select null, null, doc, coalesce(passage_id::text, product_pk), space, author, words
      from search_documents where doc > ${doc} order by doc limit ${pageSize})
    order by change, doc`)
  return rows
}

const indexes = new WeakMap<Db, SyncedIndex>()

/**
 * The search index of a database in the memory of this process, with everything that was committed before the call.
 * The first call loads it; the later ones read what has changed since.
 */
export function currentIndex(db: Db): Promise<MemoryIndex> {
  let own = indexes.get(db)
  if (own === undefined) {
    own = new SyncedIndex()
    indexes.set(db, own)
  }
  return own.current(db)
}

// A search after a large import by another process then has little left to read.
const refreshEveryMs = 5000

/**
 * Loads the index now and reads changes in the background, so that no search waits for a large import.
 *
 * @returns stops it; resolves when nothing is read any more
 */
export function keepIndexCurrent(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  let reading: Promise<void> | undefined
  const read = () => {
    reading ??= currentIndex(db)
      .then(() => undefined, onError)
      .finally(() => (reading = undefined))
  }
  read()
  const timer = setInterval(read, refreshEveryMs)
  return async () => {
    clearInterval(timer)
    await reading
  }
}
