import { approvedUpdateSchema, type ContentHistory } from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { editorSeenBy } from '../content/content-owner.ts'
import type { Db } from '../db/database.ts'
import { approvedAnswerVersions } from '../db/schema/approved.ts'
import { users } from '../db/schema/auth.ts'
import { notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { pageOf, type PageQuery } from '../platform/request/cursor-pages.ts'
import { type ApprovedFields, findApproved, toFields } from './approved.store.ts'

const storedFields = approvedUpdateSchema.omit({ version: true })

/**
 * Every version of an approved answer, the newest first: the current one begins the first page.
 *
 * @throws {HttpError} 404 for an unknown answer
 */
export async function approvedHistory(
  db: Db,
  user: SessionUser,
  id: string,
  page: PageQuery,
): Promise<ContentHistory> {
  const { row, by } = await findApproved(db, user, id)
  const versions = approvedAnswerVersions
  const earlier = await pageOf(
    page,
    versions.version,
    ({ where, orderBy, limit }) =>
      db
        .select({ saved: versions, by: editorSeenBy(user, users) })
        .from(versions)
        .leftJoin(users, eq(users.id, versions.savedBy))
        .where(and(eq(versions.answerId, row.id), where))
        .orderBy(orderBy)
        .limit(limit),
    {
      number: ({ saved }) => saved.version,
      item: ({ saved, by: savedBy }) => ({
        version: saved.version,
        saved_at: saved.savedAt.toISOString(),
        saved_by: savedBy,
        restored_from: saved.restoredFrom,
        fields: saved.fields,
      }),
    },
  )
  if (page.cursor !== undefined) return earlier
  const { version, updatedAt, restoredFrom } = row
  const current = {
    version,
    saved_at: updatedAt.toISOString(),
    saved_by: by,
    restored_from: restoredFrom,
    fields: { ...toFields(row) },
  }
  return { ...earlier, items: [current, ...earlier.items] }
}

/**
 * Fields of an earlier version.
 *
 * @throws {HttpError} 404 for an unknown answer or version
 */
export async function earlierApproved(
  db: Db,
  user: SessionUser,
  id: string,
  version: string,
): Promise<{ version: number; fields: ApprovedFields }> {
  const { row } = await findApproved(db, user, id)
  const versions = approvedAnswerVersions
  const [found] = /^\d{1,9}$/u.test(version)
    ? await db
        .select({ version: versions.version, fields: versions.fields })
        .from(versions)
        .where(and(eq(versions.answerId, row.id), eq(versions.version, Number(version))))
    : []
  if (found === undefined) throw notFound('There is no such version.')
  return { version: found.version, fields: storedFields.parse(found.fields) }
}
