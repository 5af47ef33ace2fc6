import { eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { embeddingRuns, embeddings, passages, searchDocuments } from '../../db/schema/knowledge.ts'
import { writeIndex } from './index-writes.ts'
import { type EmbeddedText, toBytes } from '../embeddings/vector-bytes.ts'

// Rows that the embedded database reads within a few milliseconds.
const scannedAtOnce = 256
const deletedAtOnce = 64

/** Milliseconds after which another process may go on with the work of one that has died. */
const claimMs = 120_000

/** Makes a model the one that embeds; processes with another model stop embedding. */
export async function chooseModel(db: Db, model: string): Promise<void> {
  await db
    .insert(embeddingRuns)
    .values({ id: 1, model })
    .onConflictDoUpdate({
      target: embeddingRuns.id,
      set: { model, claimedBy: null, claimedUntil: null },
      setWhere: ne(embeddingRuns.model, model),
    })
}

/**
 * Claims the work for one process, or renews its claim.
 *
 * @returns false when another process embeds, or another model was chosen
 */
export async function claimEmbedding(db: Db, { model, claimant }: { model: string; claimant: string }) {
  const { rows } = await db.execute(sql`
    update embedding_runs set claimed_by = ${claimant}::uuid,
      claimed_until = now() + make_interval(secs => ${claimMs / 1000})
    where id = 1 and model = ${model}
      and (claimed_by is null or claimed_by = ${claimant}::uuid or claimed_until < now())
    returning 1`)
  return rows.length > 0
}

/** Lets another process claim the work at once. */
export async function releaseEmbedding(db: Db, claimant: string): Promise<void> {
  await db
    .update(embeddingRuns)
    .set({ claimedBy: null, claimedUntil: null })
    .where(eq(embeddingRuns.claimedBy, claimant))
}

/** A passage without an embedding. */
export interface MissingEmbedding extends EmbeddedText {
  textHash: string
}

/** Documents that were looked at. */
export interface ScannedDocuments {
  /** The last document; undefined after the last one of all. */
  last: number | undefined
  missing: MissingEmbedding[]
}

/** Looks for passages without an embedding of a model among the next documents after `doc`. */
export async function scanDocuments(
  db: Db,
  { model, doc, most }: { model: string; doc: number; most: number },
): Promise<ScannedDocuments> {
  const { rows } = await db.execute<{ doc: number; text_hash: string | null; passage_id: string | null }>(sql`
    select page.doc, page.passage_id, case when e.change is null then page.text_hash end as text_hash
    from (select doc, passage_id, text_hash from search_documents
      where doc > ${doc} order by doc limit ${scannedAtOnce}) as page
    left join lateral (select change from embeddings
      where text_hash = page.text_hash and model = ${model} limit 1) as e on true
    order by page.doc`)
  const found: typeof rows = []
  let last: number | undefined
  for (const row of rows) {
    if (found.length === most) break
    last = row.doc
    if (row.text_hash !== null && row.passage_id !== null) found.push(row)
  }
  return { last, missing: await readTexts(db, found) }
}

async function readTexts(
  db: Db,
  found: readonly { text_hash: string | null; passage_id: string | null }[],
): Promise<MissingEmbedding[]> {
  const hashes = new Map(found.map(({ passage_id: id, text_hash: hash }) => [id ?? '', hash ?? '']))
  if (hashes.size === 0) return []
  const rows = await db
    .select({ id: passages.id, title: passages.title, heading: passages.heading, body: passages.body })
    .from(passages)
    .where(inArray(passages.id, [...hashes.keys()]))
  const byHash = new Map(
    rows.map(({ id, ...text }) => {
      const textHash = hashes.get(id) ?? ''
      return [textHash, { ...text, textHash }]
    }),
  )
  return [...byHash.values()]
}

/** Stores embeddings of texts that a passage still has. */
export async function storeEmbeddings(
  db: Db,
  model: string,
  vectors: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  await writeIndex(db, async (tx) => {
    const rows = await tx
      .selectDistinct({ textHash: searchDocuments.textHash })
      .from(searchDocuments)
      .where(inArray(searchDocuments.textHash, [...vectors.keys()]))
    const values = rows.flatMap(({ textHash }) => {
      const vector = vectors.get(textHash ?? '')
      return textHash === null || vector === undefined ? [] : [{ textHash, model, vector: toBytes(vector) }]
    })
    if (values.length > 0) await tx.insert(embeddings).values(values).onConflictDoNothing()
  })
}

/**
 * Deletes some embeddings of other models.
 *
 * @returns false when there are none
 */
export async function deleteOtherModels(db: Db, model: string): Promise<boolean> {
  const some = db
    .select({ change: embeddings.change })
    .from(embeddings)
    .where(ne(embeddings.model, model))
    .limit(deletedAtOnce)
  const deleted = await db
    .delete(embeddings)
    .where(inArray(embeddings.change, some))
    .returning({ change: embeddings.change })
  return deleted.length > 0
}
