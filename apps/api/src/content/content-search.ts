import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database.ts'
import { createFairQueue } from '../platform/process/fair-queue.ts'
import { after } from './content-owner.ts'

/** Entries whose sizes one statement reads: it reads none of their texts. */
const entriesAtOnce = 500

/**
 * Bytes of text that one statement compares, of 100 MB that one owner may have: the embedded database compares some 50 MB a
 * second, and holds up the event loop meanwhile. A longer entry is compared by itself.
 */
const bytesAtOnce = 400_000

/** Statements of searches, for all accounts in turn. */
const searches = createFairQueue(1)

/** A list, which is ordered by the newest change, and a search in its texts. */
interface ContentSearch {
  table: PgTable
  id: AnyPgColumn
  updatedAt: AnyPgColumn
  /** Columns with the long texts that `isMatch` reads. */
  texts: readonly AnyPgColumn[]
  /** Condition of the other filters, which read no long text. */
  fits: SQL | undefined
  /** Undefined: every entry is listed. */
  isMatch: SQL | undefined
  cursor: string | undefined
  limit: number
  /** Id of the account that searches. */
  userId: string
  signal: AbortSignal
}

/**
 * Returns the condition of a page of a list. A search finds its entries first, in parts that leave the event loop to others;
 * with an aborted signal it finds those of the parts before.
 */
export async function listedBy(db: Db, search: ContentSearch): Promise<SQL | undefined> {
  const { fits, isMatch, cursor, updatedAt, id } = search
  if (isMatch === undefined) return and(fits, after(cursor, updatedAt, id))
  return and(fits, inArray(id, await findMatches(db, { ...search, isMatch })))
}

async function findMatches(db: Db, search: ContentSearch & { isMatch: SQL }): Promise<string[]> {
  const { limit, signal } = search
  const found: string[] = []
  let { cursor } = search
  while (found.length < limit && !signal.aborted) {
    const entries = await searches.run(search.userId, () => readEntries(db, search, cursor))
    for (const part of partsOf(entries)) {
      if (found.length >= limit || signal.aborted) break
      const ids = await searches.run(search.userId, () => compare(db, search, part))
      found.push(...part.filter((id) => ids.has(id)))
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < entriesAtOnce) break
    cursor = `${last.at}.${last.id}`
  }
  return found.slice(0, limit)
}

interface Entry {
  id: string
  /** Milliseconds of the last change. */
  at: number
  bytes: number
}

function readEntries(
  db: Db,
  { table, id, updatedAt, texts, fits }: ContentSearch,
  cursor: string | undefined,
): Promise<Entry[]> {
  // The size stands in front of a long text, which is not read for it.
  const sizes = texts.map((column) => sql`coalesce(octet_length(${column}), 0)`)
  return db
    .select({
      id: sql<string>`${id}::text`,
      at: sql<number>`round(extract(epoch from ${updatedAt}) * 1000)::float8`,
      bytes: sql<number>`(${sql.join(sizes, sql` + `)})::float8`,
    })
    .from(table)
    .where(and(fits, after(cursor, updatedAt, id)))
    .orderBy(desc(updatedAt), desc(id))
    .limit(entriesAtOnce)
}

/** Splits entries into parts of {@link bytesAtOnce}. */
function partsOf(entries: readonly Entry[]): string[][] {
  const parts: string[][] = []
  let left = 0
  for (const { id, bytes } of entries) {
    // Other fields of an entry, and the work on it.
    const size = bytes + 4000
    if (size > left || parts.length === 0) {
      parts.push([])
      left = bytesAtOnce
    }
    left -= size
    parts.at(-1)?.push(id)
  }
  return parts
}

async function compare(
  db: Db,
  { table, id, fits, isMatch }: ContentSearch & { isMatch: SQL },
  part: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: sql<string>`${id}::text` })
    .from(table)
    .where(and(fits, inArray(id, [...part]), isMatch))
  return new Set(rows.map((row) => row.id))
}
