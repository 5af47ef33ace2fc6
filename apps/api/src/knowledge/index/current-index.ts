import { sql } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { embedderOf } from '../embeddings/question-embeddings.ts'
import { type IndexRow, MemoryIndex } from './memory-index.ts'

// The embedded database holds the event loop while it reads a page, so that the size follows the time that pages take.
const pageMs = 3
const firstPage = 32
const smallestPage = 8
const largestPage = 256

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
  #lastVector = 0
  /** Model whose embeddings the index holds. */
  #model: string | undefined
  #readAt = 0
  #isComplete = false
  #pageSize = firstPage
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  /** The index with everything that was committed before the call. */
  async current(db: Db): Promise<MemoryIndex> {
    await this.#readNext(db)
    return this.#index
  }

  /**
   * Runs a job on the index with everything that was committed before the call. Jobs and reads run one after the other:
   * the index does not change during a job, and the slices of several jobs do not add up.
   *
   * @throws {IndexNotReadyError} when content is not indexed yet
   */
  use<Result>(db: Db, job: (index: MemoryIndex) => Promise<Result>): Promise<Result> {
    const read = this.#readNext(db)
    const run = this.#last.then(async () => {
      await read
      if (!this.#isComplete) throw new IndexNotReadyError()
      await pauseWhenDue()
      return job(this.#index)
    })
    this.#last = run.catch(() => undefined)
    return run
  }

  #readNext(db: Db): Promise<void> {
    // A read under way may miss what was committed since it started: callers meanwhile share the next one.
    if (this.#next !== undefined) return this.#next
    const next = this.#last.then(() => {
      this.#next = undefined
      return this.#read(db)
    })
    this.#next = next
    this.#last = next.catch(() => undefined)
    return next
  }

  async #read(db: Db): Promise<void> {
    const startedAt = Date.now()
    const model = embedderOf(db)
    if (startedAt - this.#readAt > reloadAfterMs || this.#lastChange === undefined || this.#model !== model) {
      this.#lastChange = this.#lastVector = await readLastChange(db)
      this.#model = model
      this.#clear()
    }
    for (;;) {
      const rows = await this.#readPage(db, this.#lastChange)
      if (rows.length === 0) break
      await this.#apply(rows)
    }
    if (model !== undefined) await this.#readVectors(db, model)
    // Later changes keep it complete: content and its rows are written in one transaction.
    this.#isComplete ||= await hasRowsOfAllContent(db)
    this.#readAt = startedAt
  }

  async #readPage(db: Db, lastChange: number): Promise<ChangeRow[]> {
    // A page is a step of its own: it does not follow documents that were applied in the same turn.
    await yieldToEventLoop()
    const before = process.threadCpuUsage()
    const rows = await readChanges(db, {
      change: lastChange,
      doc: this.#lastDoc,
      limit: this.#pageSize,
      model: this.#model,
    })
    const { user, system } = process.threadCpuUsage(before)
    this.#pageSize =
      user + system > pageMs * 1000
        ? Math.max(smallestPage, Math.floor(this.#pageSize / 2))
        : Math.min(largestPage, this.#pageSize + smallestPage)
    return rows
  }

  async #apply(rows: readonly ChangeRow[]): Promise<void> {
    for (const row of rows) {
      await pauseWhenDue()
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

  /** Reads embeddings of documents that were there before them; new documents bring theirs. */
  async #readVectors(db: Db, model: string): Promise<void> {
    for (;;) {
      const rows = await readVectors(db, { model, change: this.#lastVector })
      for (const { doc, change, vector } of rows) {
        await pauseWhenDue()
        this.#index.setVector(doc, vector)
        this.#lastVector = change
      }
      if (rows.length === 0) return
      await yieldToEventLoop()
    }
  }

  #clear(): void {
    this.#index = new MemoryIndex()
    this.#lastDoc = 0
    this.#isComplete = false
  }
}

/** Thrown while content exists that is not in the index: a search would miss it. */
export class IndexNotReadyError extends HttpError {
  constructor() {
    super('unavailable', 'The service is unavailable. Please try again shortly.', { retryAfterSeconds: 10 })
  }
}

/** False after a migration has emptied the index, until the content is indexed again. */
async function hasRowsOfAllContent(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ complete: boolean }>(sql`
    select (select count(*) from search_documents)
      >= (select count(*) from passages)
        + (select count(*) from products where status = 'published') as complete`)
  return rows[0]?.complete === true
}

/** The highest number of a removal or an embedding, which share a sequence. */
async function readLastChange(db: Db): Promise<number> {
  const { rows } = await db.execute<{ change: number }>(sql`
    select greatest(
      (select coalesce(max(change), 0) from search_removals),
      (select coalesce(max(change), 0) from embeddings))::int as change`)
  return rows[0]?.change ?? 0
}

/** Removals first: they concern documents that were read before. One statement sees one state of both tables. */
async function readChanges(
  db: Db,
  { change, doc, limit, model }: { change: number; doc: number; limit: number; model: string | undefined },
): Promise<ChangeRow[]> {
  const vector =
    model === undefined
      ? sql`null::bytea`
      : sql`(select vector from embeddings e where e.text_hash = d.text_hash and e.model = ${model})`
  const { rows } = await db.execute<ChangeRow & Record<string, unknown>>(sql`
    (select change, doc as removed, null as doc, null as ref, null as space, null as author, null as words, null as vector
      from search_removals where change > ${change} order by change limit ${limit * 10})
    union all
    (select null, null, doc, coalesce(passage_id::text, product_pk), space, author, words, ${vector}
      from search_documents d where doc > ${doc} order by doc limit ${limit})
    order by change, doc`)
  return rows
}

const vectorsAtOnce = 64

async function readVectors(db: Db, { model, change }: { model: string; change: number }) {
  const { rows } = await db.execute<{ change: number; doc: number; vector: Uint8Array }>(sql`
    select e.change, d.doc, e.vector
    from (select change, text_hash, vector from embeddings
      where model = ${model} and change > ${change} order by change limit ${vectorsAtOnce}) as e
    cross join lateral (select doc from search_documents where text_hash = e.text_hash) as d
    order by e.change, d.doc`)
  return rows
}

const indexes = new WeakMap<Db, SyncedIndex>()

/**
 * The search index of a database in the memory of this process, with everything that was committed before the call.
 * The first call loads it; the later ones read what has changed since.
 */
export function currentIndex(db: Db): Promise<MemoryIndex> {
  return indexOf(db).current(db)
}

function indexOf(db: Db): SyncedIndex {
  let own = indexes.get(db)
  if (own === undefined) {
    own = new SyncedIndex()
    indexes.set(db, own)
  }
  return own
}

// Longest wait in ms of a search for a complete index: small contents are indexed again within it.
const longestWaitMs = 10_000
const retryEveryMs = 200

/**
 * Runs a search on the index with everything that was committed before the call. While the index is loaded, or content
 * is indexed again after a migration, the search waits.
 *
 * @param job uses the index until it resolves; reads no database
 * @param waitMs longest wait @default 10,000
 * @throws {IndexNotReadyError} when the index is not complete by then
 */
export async function withIndex<Result>(
  db: Db,
  job: (index: MemoryIndex) => Promise<Result>,
  waitMs = longestWaitMs,
): Promise<Result> {
  const waiting = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    waiting.reject(new IndexNotReadyError())
  }, waitMs)
  const run = async (): Promise<Result> => {
    for (const startedAt = performance.now(); ;) {
      try {
        return await indexOf(db).use(db, (index) => {
          clearTimeout(timer)
          return job(index)
        })
      } catch (error) {
        if (!(error instanceof IndexNotReadyError) || performance.now() - startedAt > waitMs) throw error
      }
      await delay(retryEveryMs)
    }
  }
  try {
    return await Promise.race([run(), waiting.promise])
  } finally {
    clearTimeout(timer)
  }
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
