import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { contentImports } from '../db/schema/imports.ts'
import { none } from './content-tables.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'

/** Articles, products and approved answers, their history, and the files that are imported. */
export const knowledgeTables: readonly TablePolicy[] = [
  {
    table: 'content_versions',
    purpose: 'earlier versions of articles and products',
    columns: {
      ...none('id article_id product_pk version saved_at restored_from fields'),
      saved_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ userId: 'saved_by' }],
    retention: { rule: 'until the article or product is deleted; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update content_versions set saved_by = null where saved_by = ${id}`),
    },
  },
  {
    table: 'approved_answer_versions',
    purpose: 'earlier versions of approved answers',
    columns: {
      ...none('id answer_id version saved_at restored_from fields'),
      saved_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ userId: 'saved_by' }],
    retention: { rule: 'until the approved answer is deleted; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update approved_answer_versions set saved_by = null where saved_by = ${id}`),
    },
  },
  ownedContent(
    'approved_answers',
    'id change status language question variants answer citations reviewer reviewed_at expires_at hits last_hit_at version restored_from updated_at',
  ),
  {
    table: 'content_import_chunks',
    purpose: 'bytes of uploaded files until they are imported',
    columns: none('item_id position bytes'),
    owner: [],
    retention: { rule: 'until the file is imported or cannot be, else 30 days' },
    erasure: { kind: 'by', table: 'content_import_items' },
  },
  {
    table: 'content_import_items',
    purpose: 'progress and failures of uploads',
    columns: none('id import_id position address size state attempts written effect reason detail'),
    owner: [],
    retention: { rule: '30 days' },
    erasure: { kind: 'by', table: 'content_imports' },
  },
  {
    table: 'content_imports',
    purpose: 'uploads of operators',
    columns: {
      ...none('id kind source_id fields created_at queued_at listed_at reason removed finished_at'),
      client_id: { withheld: 'the account that the content belongs to' },
      created_by: { withheld: 'what was imported is exported from the audit list' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'created_by' }],
    retention: { rule: '30 days', purge: purgeImports },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(sql`delete from content_imports where ${inOrganisations('client_id', subject)}`)
        await tx.execute(sql`update content_imports set created_by = null where created_by = ${id}`)
      },
    },
  },
  {
    table: 'content_sources',
    purpose: 'addresses from which content is read',
    columns: {
      ...none('id kind address fields schedule next_sync_at created_at'),
      client_id: { withheld: 'the account that the content belongs to' },
      created_by: { withheld: 'what was imported is exported from the audit list' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'created_by' }],
    retention: { rule: 'until deleted; that of a client and the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(sql`delete from content_sources where ${inOrganisations('client_id', subject)}`)
        await tx.execute(sql`update content_sources set created_by = null where created_by = ${id}`)
      },
    },
  },
  ownedContent(
    'articles',
    'id slug title author url topic language content_hash is_demonstration body imported_from source_id review_by status version restored_from updated_at',
  ),
  ownedContent(
    'products',
    'pk name description unit_amount currency url image topics keywords language available content_hash is_demonstration source_id status version restored_from updated_at',
  ),
]

/** Days for which imports are listed, and the bytes of files that can be tried again are stored. */
const importDays = 30

/** Hours after which an upload whose files never arrived whole is deleted. */
const uploadHours = 1

/** Deletes old imports, and uploads that broke off with the process that received them. */
export async function purgeImports(db: Db, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await db.delete(contentImports).where(lt(contentImports.createdAt, hoursAgo(importDays * 24)))
  await db
    .delete(contentImports)
    .where(and(isNull(contentImports.queuedAt), lt(contentImports.createdAt, hoursAgo(uploadHours))))
}

/** The policy of articles, products or approved answers: those of a client end with its account. */
function ownedContent(table: 'approved_answers' | 'articles' | 'products', columns: string): TablePolicy {
  return {
    table,
    purpose: 'content that answers use',
    columns: {
      ...none(columns),
      client_id: { withheld: 'the account that the content belongs to' },
      updated_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'updated_by' }],
    retention: { rule: 'until deleted; that of a client and the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(
          sql`delete from ${sql.identifier(table)} where ${inOrganisations('client_id', subject)}`,
        )
        await tx.execute(sql`update ${sql.identifier(table)} set updated_by = null where updated_by = ${id}`)
      },
    },
  }
}
