import type {
  Article,
  ArticleCreate,
  ArticleList,
  ArticleListQuery,
  ArticleSummary,
  ContentHistory,
} from '@org/api-client/contract'
import { createHash } from 'node:crypto'
import { and, count, desc, eq, getTableColumns, inArray, isNull, lte } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { gaps } from '../db/schema/gaps.ts'
import { articles, passages } from '../db/schema/knowledge.ts'
import type { ArticleSection } from '../knowledge/content/article-file.ts'
import { archiveArticles, writePassages } from '../knowledge/content/knowledge.import.ts'
import { writeIndexFor } from '../knowledge/index/index-writes.ts'
import { detectLanguage } from '../knowledge/text/language.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import type { PageQuery } from '../platform/request/cursor-pages.ts'
import { contentHistory } from './content-history.ts'
import { type ContentEdit, requireFewPassages, requireRoom } from './content-limits.ts'
import {
  contains,
  editableBy,
  editors,
  editorSeenBy,
  ownerIs,
  ownerOfNew,
  owners,
  pageOf,
} from './content-owner.ts'
import { listedBy } from './content-search.ts'
import { passagesOf } from './passages-of.ts'
import { distinctSlug, slugOf } from './slug.ts'

type Row = typeof articles.$inferSelect
type SummaryRow = Omit<Row, 'body'>
/** An article as the contract writes it, without its owner and gap. */
export type ArticleFields = Omit<ArticleCreate, 'client_id' | 'gap_id'>

interface FoundSummary {
  row: SummaryRow
  client: string | null
  by: string | null
  passages: number
}

interface FoundArticle extends FoundSummary {
  row: Row
}

// A list of a hundred texts of 100,000 characters would hold up everybody.
const { body: _body, ...summaryColumns } = getTableColumns(articles)

function selectSummaries(db: Db | Transaction, user: SessionUser) {
  return db
    .select({ row: summaryColumns, client: owners.name, by: editorSeenBy(user, editors) })
    .from(articles)
    .leftJoin(owners, eq(owners.id, articles.clientId))
    .leftJoin(editors, eq(editors.id, articles.updatedBy))
}

function selectArticles(db: Db | Transaction, user: SessionUser) {
  return db
    .select({
      row: articles,
      client: owners.name,
      by: editorSeenBy(user, editors),
      passages: db.$count(passages, eq(passages.articleId, articles.id)),
    })
    .from(articles)
    .leftJoin(owners, eq(owners.id, articles.clientId))
    .leftJoin(editors, eq(editors.id, articles.updatedBy))
}

/** Lists the articles that a person may edit, newest change first. */
export async function listArticles(
  db: Db,
  user: SessionUser,
  { q, status, language, client_id: owner, review_by: reviewBy, limit, cursor }: ArticleListQuery,
  signal: AbortSignal,
): Promise<ArticleList> {
  const table = articles
  const { id, updatedAt } = table
  const fits = and(
    editableBy(table, user),
    ownerIs(table, owner),
    status === undefined ? undefined : eq(table.status, status),
    language === undefined ? undefined : eq(table.language, language),
    reviewBy === undefined ? undefined : lte(table.reviewBy, reviewBy),
  )
  const texts = [table.title, table.author, table.url, table.slug]
  const isListed = await listedBy(db, {
    table,
    id,
    updatedAt,
    fits,
    cursor,
    limit: limit + 1,
    userId: user.id,
    signal,
    texts,
    isMatch: contains(q, ...texts),
  })
  const rows = await selectSummaries(db, user)
    .where(isListed)
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
  const counts = await countPassages(
    db,
    rows.map(({ row }) => row.id),
  )
  const found = rows.map((one) =>
    Object.assign(one, { updatedAt: one.row.updatedAt, passages: counts.get(one.row.id) ?? 0 }),
  )
  return pageOf(found, limit, { idOf: ({ row }) => row.id, toItem: toSummary })
}

async function countPassages(db: Db | Transaction, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: passages.articleId, passages: count() })
    .from(passages)
    .where(inArray(passages.articleId, ids))
    .groupBy(passages.articleId)
  return new Map(rows.map((row) => [row.id, row.passages]))
}

/** @throws {HttpError} 404 for an unknown article, and for one that the person may not edit */
export async function readArticle(db: Db | Transaction, user: SessionUser, id: string): Promise<Article> {
  return toArticle(await findArticle(db, user, id))
}

async function findArticle(db: Db | Transaction, user: SessionUser, id: string): Promise<FoundArticle> {
  const [found] = isUuid(id)
    ? await selectArticles(db, user).where(and(eq(articles.id, id), editableBy(articles, user)))
    : []
  if (found === undefined) throw notFound('There is no such article.')
  return found
}

/** A save with what is worked out before its transaction, which holds the index. */
interface PreparedArticle {
  fields: ArticleFields & { language: string }
  sections: ArticleSection[]
}

// The beginning shows the language of a text.
const languageSample = 5000

function prepare(given: ArticleFields): PreparedArticle {
  const body = given.body.replaceAll('\r\n', '\n')
  const sections = given.status === 'published' ? passagesOf(body) : []
  requireFewPassages(sections)
  if (given.status === 'published' && sections.length === 0) {
    throw invalid([{ path: 'body', message: 'Write a text before you publish the article.' }])
  }
  const language = given.language ?? detectLanguage(`${given.title}. ${body.slice(0, languageSample)}`)
  return { fields: { ...given, body, language }, sections }
}

/**
 * Adds an article with its passages and audit entry, in one transaction.
 *
 * @throws {HttpError} 422 for an unknown client and for a published article without text
 */
export async function createArticle(
  db: Db,
  user: SessionUser,
  { client_id: named, gap_id: gapId, ...given }: ArticleCreate,
  edit: ContentEdit,
): Promise<Article> {
  const clientId = await ownerOfNew(db, user, named)
  const { fields, sections } = prepare(given)
  return writeIndexFor(db, user.id, async (tx) => {
    await requireRoom(tx, clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    const slug = slugOf(fields.title)
    const taken = await tx.$count(
      articles,
      and(ownerIs(articles, clientId ?? 'shared'), eq(articles.slug, slug)),
    )
    const row = {
      ...toColumns(fields),
      id: newId(),
      slug: taken === 0 ? slug : distinctSlug(slug),
      clientId,
      updatedAt: edit.at,
      updatedBy: edit.actorId,
    }
    await tx.insert(articles).values(row)
    await writePassages(tx, [{ ...row, sections }])
    const changes = changesBetween({}, toAudited(fields))
    await recordChange(tx, { ...noted('create', row), changes }, edit)
    if (gapId !== undefined) await nameInGap(tx, gapId, row)
    return readArticle(tx, user, row.id)
  })
}

/** Names an article in the open gap of the same owner for which it was written. */
async function nameInGap(
  tx: Transaction,
  gapId: string,
  { id: articleId, clientId }: { id: string; clientId: string | null },
): Promise<void> {
  const isOfOwner = clientId === null ? isNull(gaps.clientId) : eq(gaps.clientId, clientId)
  await tx
    .update(gaps)
    .set({ articleId })
    .where(and(isOfOwner, eq(gaps.id, gapId), eq(gaps.status, 'open')))
}

/** The change as the audit log lists it. */
function noted(action: 'create' | 'update' | 'delete', row: { title: string; clientId: string | null }) {
  return { action, kind: 'article', subject: row.title, organisationId: row.clientId } as const
}

/** A save on top of the version that was read. */
export interface ArticleSave {
  version: number
  fields: ArticleFields
  /** The version that is brought back. */
  restoredFrom?: number
}

/**
 * Saves an article as a new version, with its passages and audit entry, in one transaction. Where nothing changes there
 * is no new version.
 *
 * @throws {HttpError} 404 for an unknown article, 409 with what is stored when that is no longer the version that was
 * read, 422 for a published article without text
 */
export async function updateArticle(
  db: Db,
  user: SessionUser,
  id: string,
  { version, fields: given, restoredFrom }: ArticleSave,
  edit: ContentEdit,
): Promise<Article> {
  const { fields, sections } = prepare(given)
  return writeIndexFor(db, user.id, async (tx) => {
    const found = await findArticle(tx, user, id)
    const { row } = found
    if (row.version !== version) {
      throw new HttpError('conflict', 'Somebody else has saved this article in the meantime.', {
        detail: { current: toArticle(found) },
      })
    }
    const changes = changesBetween(toAudited(toFields(row)), toAudited(fields))
    if (changes.length === 0) return toArticle(found)
    await requireRoom(tx, row.clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    await archiveArticles(tx, [row])
    await tx
      .update(articles)
      .set({
        ...toColumns(fields),
        version: version + 1,
        restoredFrom: restoredFrom ?? null,
        isDemonstration: false,
        updatedAt: edit.at,
        updatedBy: edit.actorId,
      })
      .where(eq(articles.id, row.id))
    if (changes.some(({ field }) => indexed.has(field))) {
      await tx.delete(passages).where(eq(passages.articleId, row.id))
      await writePassages(tx, [{ ...fields, id: row.id, clientId: row.clientId, sections }])
    }
    await recordChange(tx, { ...noted('update', { ...row, title: fields.title }), changes }, edit)
    return readArticle(tx, user, row.id)
  })
}

/** Fields whose change makes other passages or another index. */
const indexed = new Set(['title', 'author', 'language', 'status', 'body'])

/**
 * Removes an article with its versions, passages and index, in one transaction: the next search does not find it.
 *
 * @throws {HttpError} 404 for an unknown article
 */
export async function deleteArticle(db: Db, user: SessionUser, id: string, edit: Edit): Promise<void> {
  await writeIndexFor(db, user.id, async (tx) => {
    const { row } = await findArticle(tx, user, id)
    await tx.delete(articles).where(eq(articles.id, row.id))
    const changes = changesBetween(toAudited(toFields(row)), {})
    await recordChange(tx, { ...noted('delete', row), changes }, edit)
  })
}

/** @throws {HttpError} 404 for an unknown article */
export async function articleHistory(
  db: Db,
  user: SessionUser,
  id: string,
  page: PageQuery,
): Promise<ContentHistory> {
  const { row, by } = await findArticle(db, user, id)
  return contentHistory(
    db,
    user,
    { articleId: row.id },
    { current: { ...row, by, fields: toFields(row) }, page },
  )
}

const sizeOf = ({ body }: ArticleFields) => Buffer.byteLength(body)

function toFields(row: Row): ArticleFields & { language: string } {
  return { ...summaryFields(row), body: row.body }
}

function summaryFields({ title, author, url, topic, language, status, reviewBy }: SummaryRow) {
  return { title, author, url, topic, language, status, review_by: reviewBy }
}

function toColumns({ review_by: reviewBy, ...fields }: ArticleFields & { language: string }) {
  const contentHash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  return { ...fields, reviewBy, contentHash }
}

/** The audit log keeps the length and digest of a text: the text itself is in the versions. */
function toAudited({ body, ...fields }: ArticleFields): Record<string, unknown> {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { ...fields, body: `${body.length} characters, ${digest}` }
}

function toSummary({ row, client, by, passages: passageCount }: FoundSummary): ArticleSummary {
  const { id, slug, clientId, sourceId, version, updatedAt } = row
  return {
    ...summaryFields(row),
    id,
    slug,
    client_id: clientId,
    client,
    version,
    updated_at: updatedAt.toISOString(),
    updated_by: by,
    passages: passageCount,
    source_id: sourceId,
  }
}

function toArticle(found: FoundArticle): Article {
  return { ...toSummary(found), body: found.row.body }
}
