import {
  approvedLimits,
  type ApprovedAnswer,
  type ApprovedCitation,
  type ApprovedCreate,
  type ApprovedList,
  type ApprovedListQuery,
  type ApprovedSummary,
} from '@org/api-client/contract'
import { and, desc, eq, gte, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange, withoutLongTexts } from '../audit/audit.store.ts'
import { writeApproved } from '../chat/approved/approved-lock.ts'
import { citedSources, citedSourcesOf } from '../chat/approved/cited-sources.ts'
import { type ContentEdit, requireRoom } from '../content/content-limits.ts'
import { editors, editorSeenBy, ownerOfNew, owners, pageOf } from '../content/content-owner.ts'
import { listedBy } from '../content/content-search.ts'
import type { Db, Transaction } from '../db/database.ts'
import { approvedAnswers, approvedAnswerVersions } from '../db/schema/approved.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { requireSound } from './sound-answer.ts'

type Row = typeof approvedAnswers.$inferSelect

/** An approved answer as the contract writes it, without its owner. */
export type ApprovedFields = Omit<ApprovedCreate, 'client_id'>

interface Found {
  row: Row
  client: string | null
  by: string | null
}

/** Limits a query to the approved answers that a person may see and change. */
function editableBy(user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(approvedAnswers.clientId, clientId)
}

function select(db: Db | Transaction, user: SessionUser) {
  return db
    .select({ row: approvedAnswers, client: owners.name, by: editorSeenBy(user, editors) })
    .from(approvedAnswers)
    .leftJoin(owners, eq(owners.id, approvedAnswers.clientId))
    .leftJoin(editors, eq(editors.id, approvedAnswers.updatedBy))
}

/** The UTC day of a time, and the one `days` after it. */
function dayOf(at: Date, days = 0): string {
  return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Limits a query to published answers whose last day has passed, or is near. */
function dueAt(due: ApprovedListQuery['due'], now: Date): SQL | undefined {
  if (due === undefined) return undefined
  const { expiresAt, status } = approvedAnswers
  const isDue =
    due === 'expired'
      ? lt(expiresAt, dayOf(now))
      : and(gte(expiresAt, dayOf(now)), lte(expiresAt, dayOf(now, approvedLimits.expiringDays)))
  return and(eq(status, 'published'), isDue)
}

function matches(text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  const pattern = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const { question, variants, answer } = approvedAnswers
  return or(
    sql`${question} ilike ${pattern}`,
    sql`array_to_string(${variants}, ' ') ilike ${pattern}`,
    sql`${answer} ilike ${pattern}`,
  )
}

/** Lists the approved answers that a person may edit, newest change first. */
export async function listApproved(
  db: Db,
  user: SessionUser,
  { q, status, language, due, client_id: owner, limit, cursor }: ApprovedListQuery,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ApprovedList> {
  const table = approvedAnswers
  const { id, updatedAt, clientId } = table
  const fits = and(
    editableBy(user),
    owner === undefined ? undefined : owner === 'shared' ? sql`${clientId} is null` : eq(clientId, owner),
    status === undefined ? undefined : eq(table.status, status),
    language === undefined ? undefined : eq(table.language, language),
    dueAt(due, now),
  )
  const isListed = await listedBy(db, {
    table,
    id,
    updatedAt,
    fits,
    cursor,
    limit: limit + 1,
    userId: user.id,
    signal,
    texts: [table.question, table.answer],
    isMatch: matches(q),
  })
  const rows = await select(db, user)
    .where(isListed)
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
  const items = await toAnswers(db, rows)
  return pageOf(items, limit, { idOf: ({ answer }) => answer.id, toItem: ({ answer }) => answer })
}

/** Counts the published answers of a person that expire soon or have expired. */
export async function summariseApproved(db: Db, user: SessionUser, now: Date): Promise<ApprovedSummary> {
  const count = (due: ApprovedListQuery['due']) =>
    db.$count(approvedAnswers, and(editableBy(user), dueAt(due, now)))
  return { expiring: await count('expiring'), expired: await count('expired') }
}

/** @throws {HttpError} 404 for an unknown answer, and for one that the person may not edit */
export async function readApproved(
  db: Db | Transaction,
  user: SessionUser,
  id: string,
): Promise<ApprovedAnswer> {
  return toAnswer(db, await findApproved(db, user, id))
}

/** @throws {HttpError} 404 for an unknown answer, and for one that the person may not edit */
export async function findApproved(db: Db | Transaction, user: SessionUser, id: string): Promise<Found> {
  const [found] = isUuid(id)
    ? await select(db, user).where(and(eq(approvedAnswers.id, id), editableBy(user)))
    : []
  if (found === undefined) throw notFound('There is no such approved answer.')
  return found
}

/**
 * Adds an approved answer with its audit entry, in one transaction.
 *
 * @throws {HttpError} 422 for an unknown client, an answer that breaks {@link requireSound}, and one too many; 413 when the
 * client has no room for it
 */
export async function createApproved(
  db: Db,
  user: SessionUser,
  { client_id: named, ...fields }: ApprovedCreate,
  edit: ContentEdit,
): Promise<ApprovedAnswer> {
  const clientId = await ownerOfNew(db, user, named)
  return writeApproved(db, user.id, async (tx) => {
    await requireSound(tx, fields, clientId)
    await requireFewAnswers(tx, clientId)
    await requireRoom(tx, clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    const id = newId()
    await tx
      .insert(approvedAnswers)
      .values({ ...toColumns(fields), id, clientId, updatedAt: edit.at, updatedBy: edit.actorId })
    const changes = withoutLongTexts(changesBetween({}, fields))
    await recordChange(tx, { ...noted('create', { ...fields, clientId }), changes }, edit)
    return readApproved(tx, user, id)
  })
}

/** The change as the audit log lists it. */
function noted(action: 'create' | 'update' | 'delete', row: { question: string; clientId: string | null }) {
  return { action, kind: 'approved_answer', subject: row.question, organisationId: row.clientId } as const
}

/** Bytes that a save adds, about. */
function sizeOf(fields: ApprovedFields): number {
  return Buffer.byteLength(JSON.stringify(fields))
}

async function requireFewAnswers(tx: Transaction, clientId: string | null): Promise<void> {
  const { clientId: owner } = approvedAnswers
  const count = await tx.$count(
    approvedAnswers,
    clientId === null ? sql`${owner} is null` : eq(owner, clientId),
  )
  if (count < approvedLimits.answers) return
  throw invalid(
    [{ path: 'question', message: 'There are {0} entries already, which is the limit.' }],
    approvedLimits.answers,
  )
}

/** A save on top of the version that was read. */
export interface ApprovedSave {
  version: number
  fields: ApprovedFields
  /** The version that is brought back. */
  restoredFrom?: number
}

/**
 * Saves an approved answer as a new version, with its audit entry, in one transaction. Where nothing changes there is no new
 * version.
 *
 * @throws {HttpError} 404 for an unknown answer, 409 with what is stored when that is no longer the version that was read,
 * 422 for an answer that breaks {@link requireSound}, 413 when the client has no room for it
 */
export async function updateApproved(
  db: Db,
  user: SessionUser,
  id: string,
  { version, fields, restoredFrom }: ApprovedSave,
  edit: ContentEdit,
): Promise<ApprovedAnswer> {
  return writeApproved(db, user.id, async (tx) => {
    const found = await findApproved(tx, user, id)
    const { row } = found
    if (row.version !== version) {
      throw new HttpError('conflict', 'Somebody else has saved this approved answer in the meantime.', {
        detail: { current: await toAnswer(tx, found) },
      })
    }
    const before = toFields(row)
    const changes = withoutLongTexts(changesBetween(before, fields))
    if (changes.length === 0) return toAnswer(tx, found)
    await requireSound(tx, fields, row.clientId)
    await requireRoom(tx, row.clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    await tx.insert(approvedAnswerVersions).values({
      id: newId(),
      answerId: row.id,
      version: row.version,
      savedAt: row.updatedAt,
      savedBy: row.updatedBy,
      restoredFrom: row.restoredFrom,
      fields: { ...before },
    })
    await tx
      .update(approvedAnswers)
      .set({
        ...toColumns(fields),
        change: sql`nextval('approved_changes')`,
        version: version + 1,
        restoredFrom: restoredFrom ?? null,
        updatedAt: edit.at,
        updatedBy: edit.actorId,
      })
      .where(eq(approvedAnswers.id, row.id))
    await recordChange(tx, { ...noted('update', { ...row, question: fields.question }), changes }, edit)
    return readApproved(tx, user, row.id)
  })
}

/**
 * Removes an approved answer with its versions: the next question does not get it.
 *
 * @throws {HttpError} 404 for an unknown answer
 */
export async function deleteApproved(db: Db, user: SessionUser, id: string, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const { row } = await findApproved(tx, user, id)
    await tx.delete(approvedAnswers).where(eq(approvedAnswers.id, row.id))
    const changes = withoutLongTexts(changesBetween(toFields(row), {}))
    await recordChange(tx, { ...noted('delete', row), changes }, edit)
  })
}

function toColumns({ reviewed_at: reviewedAt, expires_at: expiresAt, ...fields }: ApprovedFields) {
  return { ...fields, reviewedAt, expiresAt }
}

/** The fields of a row as the contract writes them. */
export function toFields(row: Row): ApprovedFields {
  const { status, language, question, variants, answer, citations, reviewer, reviewedAt, expiresAt } = row
  return {
    status,
    language,
    question,
    variants,
    answer,
    citations,
    reviewer,
    reviewed_at: reviewedAt,
    expires_at: expiresAt,
  }
}

/** The answers of rows, with the times of their last changes. */
async function toAnswers(
  db: Db,
  rows: readonly Found[],
): Promise<{ updatedAt: Date; answer: ApprovedAnswer }[]> {
  const sources = new Map<Found, ApprovedCitation[] | undefined>()
  for (const [clientId, own] of Map.groupBy(rows, ({ row }) => row.clientId)) {
    const lists = await citedSourcesOf(
      db,
      own.map(({ row }) => row.citations),
      clientId,
    )
    for (const [at, found] of own.entries()) sources.set(found, lists[at])
  }
  return rows.map((found) => ({
    updatedAt: found.row.updatedAt,
    answer: withSources(found, sources.get(found) ?? []),
  }))
}

async function toAnswer(db: Db | Transaction, found: Found): Promise<ApprovedAnswer> {
  const { citations, clientId } = found.row
  return withSources(found, await citedSources(db, citations, clientId))
}

function withSources({ row, client, by }: Found, citations: ApprovedCitation[]): ApprovedAnswer {
  const { id, clientId, version, updatedAt, hits, lastHitAt } = row
  return {
    ...toFields(row),
    citations,
    id,
    client_id: clientId,
    client,
    version,
    updated_at: updatedAt.toISOString(),
    updated_by: by,
    hits,
    last_hit_at: lastHitAt?.toISOString() ?? null,
  }
}
