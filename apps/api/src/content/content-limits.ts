import { contentLimits } from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import type { Transaction } from '../db/database.ts'
import { approvedAnswers, approvedAnswerVersions } from '../db/schema/approved.ts'
import { contentVersions } from '../db/schema/content.ts'
import { articles, products } from '../db/schema/knowledge.ts'
import type { ArticleSection } from '../knowledge/content/article-file.ts'
import type { LimitedCall } from '../limits/answer-limiter.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'

/** Limits on the content of one client. Administrators have none. */
export interface ContentQuota {
  /** Saves and deletions within a minute. */
  editsPerMinute: number
  /** Bytes of all articles, products and approved answers with their earlier versions. */
  storageBytes: number
}

/** Author, time and room of a save. */
export interface ContentEdit extends Edit {
  /** Bytes that the content of one client may have. */
  storageBytes: number
}

/** A save or deletion: each holds the index, which answers read. */
export function editLimit({ editsPerMinute }: ContentQuota): LimitedCall {
  return {
    name: 'content-edits',
    points: editsPerMinute,
    seconds: 60,
    text: 'Too many changes in a short time. Please wait a moment.',
  }
}

/** Versions of one page of a history: each holds a whole text of up to 400 KB. */
export const versionsAtOnce = 5

/** Products of one page: each holds up to 120 KB of texts. */
export const productsAtOnce = 25

/** Bytes that a row counts besides its texts: its index, and the work of reading it. */
const rowBytes = 4096

/**
 * Requires room for more content of a client. The caller holds the lock of the index, so that two saves at once are
 * counted one after the other.
 *
 * @throws {HttpError} 413 when the client has no room for it
 */
export async function requireRoom(
  tx: Transaction,
  clientId: string | null,
  { bytes, storageBytes }: { bytes: number; storageBytes: number },
): Promise<void> {
  if (clientId === null) return
  if ((await contentBytes(tx, clientId)) + bytes + rowBytes > storageBytes) {
    throw new HttpError(
      'too_large',
      'The storage for your content is full. Please delete some articles or products to make room.',
    )
  }
}

/** Sizes are read from the rows' headers: no text is read. */
async function contentBytes(tx: Transaction, clientId: string): Promise<number> {
  const sum = (size: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${size} + ${rowBytes}), 0)`.mapWith(Number)
  const versionSize = sql`pg_column_size(${contentVersions.fields})`
  const [ofArticles] = await tx
    .select({ bytes: sum(sql`octet_length(${articles.body})`) })
    .from(articles)
    .where(eq(articles.clientId, clientId))
  const [ofProducts] = await tx
    .select({
      bytes: sum(
        sql`octet_length(${products.description}) + pg_column_size(${products.topics}) + pg_column_size(${products.keywords})`,
      ),
    })
    .from(products)
    .where(eq(products.clientId, clientId))
  const [ofArticleVersions] = await tx
    .select({ bytes: sum(versionSize) })
    .from(contentVersions)
    .innerJoin(articles, eq(articles.id, contentVersions.articleId))
    .where(eq(articles.clientId, clientId))
  const [ofProductVersions] = await tx
    .select({ bytes: sum(versionSize) })
    .from(contentVersions)
    .innerJoin(products, eq(products.pk, contentVersions.productPk))
    .where(eq(products.clientId, clientId))
  const [ofAnswers] = await tx
    .select({
      bytes: sum(sql`octet_length(${approvedAnswers.answer}) + pg_column_size(${approvedAnswers.citations})`),
    })
    .from(approvedAnswers)
    .where(eq(approvedAnswers.clientId, clientId))
  const [ofAnswerVersions] = await tx
    .select({ bytes: sum(sql`pg_column_size(${approvedAnswerVersions.fields})`) })
    .from(approvedAnswerVersions)
    .innerJoin(approvedAnswers, eq(approvedAnswers.id, approvedAnswerVersions.answerId))
    .where(eq(approvedAnswers.clientId, clientId))
  const parts = [ofArticles, ofProducts, ofArticleVersions, ofProductVersions, ofAnswers, ofAnswerVersions]
  return parts.reduce((total, row) => total + (row?.bytes ?? 0), 0)
}

/**
 * Requires that a text has no more passages than one transaction writes in a moment.
 *
 * @throws {HttpError} 422 of `body`
 */
export function requireFewPassages(sections: readonly ArticleSection[]): void {
  if (sections.length <= contentLimits.passages) return
  throw invalid(
    [{ path: 'body', message: 'The text has more than {0} passages. Use fewer headings.' }],
    contentLimits.passages,
  )
}
