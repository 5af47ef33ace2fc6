import type { ContentHistory } from '@org/api-client/contract'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { contentVersions } from '../db/schema/content.ts'
import { versionsAtOnce } from './content-limits.ts'
import { editorSeenBy } from './content-owner.ts'
import { notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { pageOf, type PageQuery } from '../platform/request/cursor-pages.ts'

/** The article or product whose versions are meant. */
export type ContentKey = { articleId: string } | { productPk: string }

/** The current version of an article or product, whose earlier ones are stored apart. */
export interface CurrentVersion {
  version: number
  updatedAt: Date
  /** The person who saved, as the reader may see them. */
  by: string | null
  restoredFrom: number | null
  fields: Record<string, unknown>
}

function isOf(key: ContentKey): SQL {
  return 'articleId' in key
    ? eq(contentVersions.articleId, key.articleId)
    : eq(contentVersions.productPk, key.productPk)
}

/** Every version, the newest first: the current one begins the first page. A page has at most {@link versionsAtOnce}. */
export async function contentHistory(
  db: Db,
  user: SessionUser,
  key: ContentKey,
  { current, page }: { current: CurrentVersion; page: PageQuery },
): Promise<ContentHistory> {
  const earlier = await pageOf(
    { ...page, limit: Math.min(page.limit, versionsAtOnce) },
    contentVersions.version,
    ({ where, orderBy, limit }) =>
      db
        .select({ saved: contentVersions, by: editorSeenBy(user, users) })
        .from(contentVersions)
        .leftJoin(users, eq(users.id, contentVersions.savedBy))
        .where(and(isOf(key), where))
        .orderBy(orderBy)
        .limit(limit),
    {
      number: ({ saved }) => saved.version,
      item: ({ saved, by }) => toItem({ ...saved, updatedAt: saved.savedAt, by }),
    },
  )
  return page.cursor === undefined ? { ...earlier, items: [toItem(current), ...earlier.items] } : earlier
}

function toItem({ version, updatedAt, by, restoredFrom, fields }: CurrentVersion) {
  return {
    version,
    saved_at: updatedAt.toISOString(),
    saved_by: by,
    restored_from: restoredFrom,
    fields,
  }
}

/**
 * Fields of an earlier version.
 *
 * @throws {HttpError} 404 for an unknown version
 */
export async function earlierFields(
  db: Db | Transaction,
  key: ContentKey,
  version: string,
): Promise<{ version: number; fields: Record<string, unknown> }> {
  const [found] = /^\d{1,9}$/u.test(version)
    ? await db
        .select({ version: contentVersions.version, fields: contentVersions.fields })
        .from(contentVersions)
        .where(and(isOf(key), eq(contentVersions.version, Number(version))))
    : []
  if (found === undefined) throw notFound('There is no such version.')
  return found
}
