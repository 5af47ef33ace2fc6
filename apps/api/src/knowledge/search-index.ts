import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db, Transaction } from '../db/database.ts'
import { articles, passages, products, searchDocuments, searchSpaces } from '../db/schema/knowledge.ts'
import { bm25, fieldWeights } from './bm25.ts'
import { analyse, analysedLanguages, analysisVersion, analyserOf } from './text-analysis.ts'
import { undetermined } from './language.ts'
import { foldWord, splitWords } from './words.ts'

// Raise it when impacts or the layout of `tokens` change.
const layoutVersion = 1

/** Version of the rows that this code writes; rows of another version are written again in the background. */
export const indexVersion = analysisVersion * 1000 + layoutVersion

/** A text for the index, by field. */
export interface IndexEntry {
  passageId?: string
  productPk?: string
  language: string
  clientId: string | null
  author: string
  title: string
  heading: string
  body: string
}

/** Kind of a space: each has document frequencies of its own. */
export type SpaceKind = 'passage' | 'product'

/** The space of an entry: kind, client (empty for shared content) and analyser language. */
export function spaceOf(kind: SpaceKind, language: string, clientId: string | null = null): string {
  return `${kind}:${clientId ?? ''}:${analyserOf(language)}`
}

/** Every space that a search of one kind reads, by language. */
export function spacesOf(kind: SpaceKind, clientId?: string): Map<string, string[]> {
  return new Map(
    [...analysedLanguages, undetermined].map((language) => [
      language,
      [spaceOf(kind, language), ...(clientId === undefined ? [] : [spaceOf(kind, language, clientId)])],
    ]),
  )
}

// One writer at a time: the counts of terms are updated in place.
const indexLock = 7_305_911_403

/** Waits until no other transaction writes the index; held until the transaction ends. */
export async function lockIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${indexLock})`)
}

interface Analysed extends IndexEntry {
  space: string
  fields: string[][]
  length: number
}

// Mean length of a space that is new and has one short entry.
const leastAverageLength = 20

/** Writes entries into the index. The caller holds {@link lockIndex}. */
export async function indexEntries(tx: Transaction, entries: readonly IndexEntry[]): Promise<void> {
  if (entries.length === 0) return
  const analysed = entries.map(analyseEntry)
  const averages = await countDocuments(tx, analysed)
  const ids = await countTerms(tx, analysed)
  const rows = analysed.map((entry) => toRow(entry, averages, ids))
  const written = await tx.insert(searchDocuments).values(rows).returning({ doc: searchDocuments.doc })
  await tx.execute(sql`
    insert into search_postings (term, impact, doc)
    select own.term, own.impact, d.doc
    from search_documents d cross join lateral unnest(d.terms, d.impacts) as own (term, impact)
    where d.doc = any(${sql.param(written.map(({ doc }) => doc))}::int[])
    order by 1, 2 desc, 3`)
  await countWords(tx, entries)
}

function analyseEntry(entry: IndexEntry): Analysed {
  const language = analyserOf(entry.language)
  const fields = [entry.title, entry.heading, entry.body].map((text) =>
    analyse(text, language).map(({ stem }) => stem),
  )
  const kind = entry.productPk === undefined ? 'passage' : 'product'
  const length = (fields[1]?.length ?? 0) + (fields[2]?.length ?? 0)
  return Object.assign({}, entry, { space: spaceOf(kind, language, entry.clientId), fields, length })
}

async function countDocuments(tx: Transaction, analysed: readonly Analysed[]): Promise<Map<string, number>> {
  const bySpace = Map.groupBy(analysed, ({ space }) => space)
  const values = [...bySpace].map(([space, list]) => ({
    space,
    documents: list.length,
    averageLength: Math.max(
      leastAverageLength,
      list.reduce((sum, { length }) => sum + length, 0) / list.length,
    ),
  }))
  const rows = await tx
    .insert(searchSpaces)
    .values(values)
    .onConflictDoUpdate({
      target: searchSpaces.space,
      set: { documents: sql`${searchSpaces.documents} + excluded.documents` },
    })
    .returning({ space: searchSpaces.space, average: searchSpaces.averageLength })
  return new Map(rows.map(({ space, average }) => [space, average]))
}

const keyOf = (space: string, term: string) => `${space} ${term}`

async function countTerms(tx: Transaction, analysed: readonly Analysed[]): Promise<Map<string, number>> {
  const counts = new Map<string, { space: string; term: string; documents: number }>()
  for (const { space, fields } of analysed) {
    for (const term of new Set(fields.flat())) {
      const known = counts.get(keyOf(space, term))
      if (known === undefined) counts.set(keyOf(space, term), { space, term, documents: 1 })
      else known.documents += 1
    }
  }
  const list = [...counts.values()]
  if (list.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: number; space: string; term: string }>(sql`
    insert into search_terms (space, term, documents)
    select * from unnest(${sql.param(list.map(({ space }) => space))}::text[],
      ${sql.param(list.map(({ term }) => term))}::text[], ${sql.param(list.map(({ documents }) => documents))}::int[])
    on conflict (term, space) do update set documents = search_terms.documents + excluded.documents
    returning id, space, term`)
  return new Map(rows.map(({ id, space, term }) => [keyOf(space, term), id]))
}

function toRow(
  { space, fields, length, author, passageId, productPk }: Analysed,
  averages: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, number>,
): typeof searchDocuments.$inferInsert {
  const frequencies = new Map<number, number>()
  const tokens = fields.map((stems, field) =>
    stems
      .map((stem) => {
        const id = ids.get(keyOf(space, stem)) ?? 0
        frequencies.set(id, (frequencies.get(id) ?? 0) + (fieldWeights[field] ?? 1))
        return id
      })
      .join(' '),
  )
  const average = averages.get(space) ?? leastAverageLength
  return {
    ...(passageId === undefined ? {} : { passageId }),
    ...(productPk === undefined ? {} : { productPk }),
    space,
    author,
    length,
    tokens: tokens.join('|'),
    terms: [...frequencies.keys()],
    impacts: [...frequencies.values()].map((frequency) => Math.round(100 * bm25(frequency, length, average))),
    version: indexVersion,
  }
}

/** Counts the words of the content, unstemmed: candidates for the correction of misspelled words. */
async function countWords(tx: Transaction, entries: readonly IndexEntry[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { title, heading, body } of entries) {
    for (const word of new Set(splitWords(`${title} ${heading} ${body}`).map(foldWord))) {
      if (/^\p{L}{4,40}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  if (counts.size === 0) return
  await tx.execute(sql`
    insert into vocabulary (word, passages)
    select * from unnest(${sql.param([...counts.keys()])}::text[], ${sql.param([...counts.values()])}::int[])
    on conflict (word) do update set passages = vocabulary.passages + excluded.passages`)
}

/** Removes entries from the index; deleting the passage or the product itself does the same. */
export async function removeProducts(tx: Transaction, pks: readonly string[]): Promise<void> {
  if (pks.length > 0) await tx.delete(searchDocuments).where(inArray(searchDocuments.productPk, [...pks]))
}

// Small enough that one transaction holds the embedded database for a few milliseconds.
const rebuildBatch = 4

/**
 * Indexes content that is missing from the index or was indexed by another version, in small transactions. Searches
 * go on meanwhile and see each batch once it is committed. Several instances may run it at once.
 *
 * @param isStopped ends the work before the next batch when it returns true
 * @returns the number of entries written
 */
export async function refreshIndex(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  const outdated = or(isNull(searchDocuments.doc), ne(searchDocuments.version, indexVersion))
  const missing = await db
    .select({ id: passages.id })
    .from(passages)
    .leftJoin(searchDocuments, eq(searchDocuments.passageId, passages.id))
    .where(outdated)
  const missingProducts = await db
    .select({ pk: products.pk })
    .from(products)
    .leftJoin(searchDocuments, eq(searchDocuments.productPk, products.pk))
    .where(outdated)
  let written = 0
  const inBatches = async <Id>(
    ids: readonly Id[],
    write: (tx: Transaction, ids: Id[]) => Promise<number>,
  ) => {
    for (let from = 0; from < ids.length && !isStopped(); from += rebuildBatch) {
      written += await db.transaction(async (tx) => {
        await lockIndex(tx)
        return write(tx, ids.slice(from, from + rebuildBatch))
      })
      await yieldToEventLoop()
    }
  }
  await inBatches(
    missing.map(({ id }) => id),
    refreshPassages,
  )
  await inBatches(
    missingProducts.map(({ pk }) => pk),
    refreshProducts,
  )
  if (written > 0) await analyzeIndex(db)
  return written
}

async function refreshPassages(tx: Transaction, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .select({
      passageId: passages.id,
      language: articles.language,
      clientId: articles.clientId,
      author: articles.author,
      title: passages.title,
      heading: passages.heading,
      body: passages.body,
    })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .leftJoin(searchDocuments, eq(searchDocuments.passageId, passages.id))
    .where(
      and(
        inArray(passages.id, [...ids]),
        or(isNull(searchDocuments.doc), ne(searchDocuments.version, indexVersion)),
      ),
    )
  if (rows.length === 0) return 0
  const found = rows.map(({ passageId }) => passageId)
  await tx.delete(searchDocuments).where(inArray(searchDocuments.passageId, found))
  await indexEntries(tx, rows)
  return rows.length
}

async function refreshProducts(tx: Transaction, pks: readonly string[]): Promise<number> {
  const rows = await tx
    .select()
    .from(products)
    .where(inArray(products.pk, [...pks]))
  await removeProducts(tx, pks)
  await indexEntries(tx, rows.map(productEntry))
  return rows.length
}

// "Cast-iron" is no iron: the parts of a compound word are not indexed on their own.
const compound = /(?<=\p{L})-(?=\p{L})/gu

/** A product as the index reads it: its keywords stand in the place of a heading. */
export function productEntry(product: typeof products.$inferSelect): IndexEntry {
  const { pk, name, keywords, description, language, clientId } = product
  const texts = [name, keywords.join('. '), description].map((text) => text.replaceAll(compound, ''))
  const [title = '', heading = '', body = ''] = texts
  return { productPk: pk, language, clientId, author: '', title, heading, body }
}

/** Marks every row as outdated, so that {@link refreshIndex} writes the whole index again with new mean lengths. */
export async function invalidateIndex(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await lockIndex(tx)
    await tx.update(searchDocuments).set({ version: 0 })
    await tx.execute(sql`
      update search_spaces s set average_length = greatest(${leastAverageLength}, d.average)
      from (select space, avg(length)::float8 as average from search_documents group by space) d
      where d.space = s.space`)
    await tx.execute(sql`delete from vocabulary`)
  })
}

/** Refreshes the statistics of the planner after many changes. */
export async function analyzeIndex(db: Db): Promise<void> {
  for (const table of ['search_postings', 'search_terms', 'search_documents', 'vocabulary']) {
    await db.execute(sql.raw(`analyze ${table}`))
  }
}
