import type {
  LlmSettingsDraft,
  SettingsDraft,
  SettingsDraftCreate,
  SettingsDraftList,
  SettingsDraftUpdate,
} from '@org/api-client/contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { settingsDrafts, settingsTrials } from '../db/schema/evaluations.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { newId, isUuid } from '../platform/process/ids.ts'
import type { PageQuery } from '../platform/request/cursor-pages.ts'
import { defaultLlmSettings, withDraft } from '../settings/master-settings.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type DraftRow, gateOf } from './draft-gate.ts'
import { after, pageOfRows } from './time-pages.ts'

/** Lists the drafts that are not published, the newest change first. */
export async function listDrafts(db: Db, { limit, cursor }: PageQuery): Promise<SettingsDraftList> {
  const { updatedAt, id, publishedAs, updatedBy } = settingsDrafts
  const rows = await db
    .select({ draft: settingsDrafts, by: users.email })
    .from(settingsDrafts)
    .leftJoin(users, eq(users.id, updatedBy))
    .where(and(isNull(publishedAs), after(cursor, updatedAt, id)))
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOfRows(rows, limit, ({ draft }) => ({
    at: draft.updatedAt,
    id: draft.id,
  }))
  return { items: await Promise.all(page.map(({ draft, by }) => toWire(db, draft, by))), next_cursor }
}

/** @throws {HttpError} 404 for an unknown draft, and for one that is published */
export async function readDraft(db: Db | Transaction, id: string): Promise<SettingsDraft> {
  const { draft, by } = await findDraft(db, id)
  return toWire(db, draft, by)
}

/** @throws {HttpError} 404 for an unknown draft, and for one that is published */
export async function findDraft(
  db: Db | Transaction,
  id: string,
): Promise<{ draft: DraftRow; by: string | null }> {
  const [found] = isUuid(id)
    ? await db
        .select({ draft: settingsDrafts, by: users.email })
        .from(settingsDrafts)
        .leftJoin(users, eq(users.id, settingsDrafts.updatedBy))
        .where(and(eq(settingsDrafts.id, id), isNull(settingsDrafts.publishedAs)))
    : []
  if (found === undefined) throw notFound('There is no such draft.')
  return found
}

/** Saves a draft on top of the published settings. */
export async function createDraft(
  db: Db,
  { name, ...settings }: SettingsDraftCreate,
  edit: Edit,
): Promise<SettingsDraft> {
  const id = newId()
  await db.transaction(async (tx) => {
    const { version: _version, updated_at: _at, updated_by: _by, ...published } = await readSettings(tx)
    const state = withDraft(published, settings)
    const by = { updatedAt: edit.at, updatedBy: edit.actorId }
    await tx.insert(settingsDrafts).values({ id, name, state, ...by })
    const changes = changesBetween(published, state)
    await recordChange(tx, { ...noted('create', name), changes }, edit)
  })
  return readDraft(db, id)
}

/**
 * Saves a draft; where nothing changes, its version stays.
 *
 * @throws {HttpError} 404 for an unknown draft, 409 with what is stored when that is not `version`
 */
export async function updateDraft(
  db: Db,
  id: string,
  { version, name, ...settings }: SettingsDraftUpdate,
  edit: Edit,
): Promise<SettingsDraft> {
  await db.transaction(async (tx) => {
    const { draft } = await lockDraft(tx, id, version)
    const before = { ...stateOf(draft), name: draft.name }
    const next = { ...changed(draft, settings), name: name ?? draft.name }
    const changes = changesBetween(before, next)
    if (changes.length === 0) return
    const { name: newName, ...state } = next
    // Evaluations are of a version: a new name alone keeps it.
    const isRenamed = changes.every(({ field }) => field === 'name')
    await tx
      .update(settingsDrafts)
      .set({
        state,
        name: newName,
        version: isRenamed ? version : version + 1,
        updatedAt: edit.at,
        updatedBy: edit.actorId,
      })
      .where(eq(settingsDrafts.id, id))
    await recordChange(tx, { ...noted('update', newName), changes }, edit)
  })
  return readDraft(db, id)
}

/** The change as the audit log lists it. */
function noted(action: 'create' | 'update' | 'delete', subject: string) {
  return { action, kind: 'settings_draft', subject, organisationId: null } as const
}

/** @throws {HttpError} 404 for an unknown draft, 409 for a stale version and while its trial runs */
export async function deleteDraft(db: Db, id: string, version: number, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const { draft } = await lockDraft(tx, id, version)
    if ((await trialOf(tx, id)) !== null) {
      throw new HttpError('conflict', 'Stop the trial of this draft before you delete it.')
    }
    await tx.delete(settingsDrafts).where(eq(settingsDrafts.id, id))
    await recordChange(tx, { ...noted('delete', draft.name), changes: [] }, edit)
  })
}

/**
 * Reads a draft that nobody else changes until the transaction ends.
 *
 * @throws {HttpError} 404 for an unknown draft, 409 with what is stored when that is not `version`
 */
export async function lockDraft(tx: Transaction, id: string, version: number) {
  if (isUuid(id)) {
    await tx.execute(sql`select 1 from ${settingsDrafts} where ${settingsDrafts.id} = ${id} for update`)
  }
  const found = await findDraft(tx, id)
  if (found.draft.version !== version) {
    throw new HttpError('conflict', 'Somebody else has saved this draft in the meantime.', {
      detail: { current: await toWire(tx, found.draft, found.by) },
    })
  }
  return found
}

/** The settings of a draft; those that a later release adds have their defaults. */
export function stateOf({ state }: Pick<DraftRow, 'state'>) {
  return { ...defaultLlmSettings, ...state }
}

function changed(draft: DraftRow, settings: LlmSettingsDraft) {
  return withDraft(stateOf(draft), settings)
}

async function trialOf(db: Db | Transaction, draftId: string): Promise<string | null> {
  const { id, endedAt } = settingsTrials
  const [row] = await db
    .select({ id })
    .from(settingsTrials)
    .where(and(eq(settingsTrials.draftId, draftId), isNull(endedAt)))
  return row?.id ?? null
}

async function toWire(db: Db | Transaction, draft: DraftRow, by: string | null): Promise<SettingsDraft> {
  const { gate, runId } = await gateOf(db, draft)
  return {
    id: draft.id,
    name: draft.name,
    version: draft.version,
    settings: stateOf(draft),
    gate,
    run_id: runId,
    trial_id: await trialOf(db, draft.id),
    updated_at: draft.updatedAt.toISOString(),
    updated_by: by,
  }
}
