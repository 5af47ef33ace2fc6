import type { SettingsTrial, SettingsTrialList, SettingsTrialStart, TrialArm } from '@org/api-client/contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { settingsDrafts, settingsTrials } from '../db/schema/evaluations.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import type { PageQuery } from '../platform/request/cursor-pages.ts'
import { type TrialSide, variantOf } from '../settings/running-trial.ts'
import { requireGate } from './draft-gate.ts'
import { lockDraft, stateOf } from './drafts.store.ts'
import { wilson, z95 } from './interval.ts'
import { recordGate } from './publish-draft.ts'
import { after, pageOfRows } from './time-pages.ts'

/** Lists trials with the outcomes of both sides, the newest first. */
export async function listTrials(db: Db, { limit, cursor }: PageQuery): Promise<SettingsTrialList> {
  const rows = await selectTrials(db)
    .where(after(cursor, settingsTrials.startedAt, settingsTrials.id))
    .orderBy(desc(settingsTrials.startedAt), desc(settingsTrials.id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOfRows(rows, limit, ({ trial }) => ({
    at: trial.startedAt,
    id: trial.id,
  }))
  return { items: await Promise.all(page.map((row) => toTrial(db, row))), next_cursor }
}

/**
 * Starts to answer a share of the visitors of widgets with a draft. Needs what publishing needs: visitors get it.
 *
 * @throws {HttpError} 404 for an unknown draft, 409 while another trial runs, for a stale version, and without a passed
 *   evaluation or a reason
 */
export async function startTrial(
  db: Db,
  { draft_id: draftId, version, share, override_reason: reason }: SettingsTrialStart,
  edit: Edit,
): Promise<SettingsTrial> {
  const id = newId()
  try {
    await db.transaction(async (tx) => {
      const { draft } = await lockDraft(tx, draftId, version)
      const gate = await requireGate(tx, draft, reason)
      const by = { startedAt: edit.at, startedBy: edit.actorId }
      const state = stateOf(draft)
      await tx.insert(settingsTrials).values({ id, draftId, draftVersion: version, state, share, ...by })
      await recordGate(tx, { draft, gate, reason, field: 'share', value: share }, edit)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'settings_trials_running_key') throw error
    throw new HttpError('conflict', 'Another trial is running. Stop it before you start this one.')
  }
  return readTrial(db, id)
}

/** @throws {HttpError} 404 for an unknown trial, 409 for one that has ended */
export async function stopTrial(db: Db, id: string, edit: Edit): Promise<SettingsTrial> {
  const before = await readTrial(db, id)
  await db.transaction(async (tx) => {
    const stopped = await tx
      .update(settingsTrials)
      .set({ endedAt: edit.at, end: 'stopped' })
      .where(and(eq(settingsTrials.id, id), isNull(settingsTrials.endedAt)))
      .returning({ id: settingsTrials.id })
    if (stopped.length === 0) throw new HttpError('conflict', 'This trial has ended already.')
    const changes = [{ field: 'share', before: before.share, after: null }]
    const subject = before.draft_name
    const entry = { action: 'update', kind: 'settings_trial', subject, organisationId: null } as const
    await recordChange(tx, { ...entry, changes }, edit)
  })
  return readTrial(db, id)
}

async function readTrial(db: Db, id: string): Promise<SettingsTrial> {
  const [row] = isUuid(id) ? await selectTrials(db).where(eq(settingsTrials.id, id)) : []
  if (row === undefined) throw notFound('There is no such trial.')
  return toTrial(db, row)
}

function selectTrials(db: Db) {
  return db
    .select({ trial: settingsTrials, name: settingsDrafts.name, by: users.email })
    .from(settingsTrials)
    .innerJoin(settingsDrafts, eq(settingsDrafts.id, settingsTrials.draftId))
    .leftJoin(users, eq(users.id, settingsTrials.startedBy))
    .$dynamic()
}

interface Row {
  trial: typeof settingsTrials.$inferSelect
  name: string
  by: string | null
}

async function toTrial(db: Db, { trial, name, by }: Row): Promise<SettingsTrial> {
  return {
    id: trial.id,
    draft_id: trial.draftId,
    draft_name: name,
    draft_version: trial.draftVersion,
    share: trial.share,
    started_at: trial.startedAt.toISOString(),
    started_by: by,
    ended_at: trial.endedAt?.toISOString() ?? null,
    end: trial.end,
    draft: await readArm(db, trial.id, 'draft'),
    published: await readArm(db, trial.id, 'published'),
  }
}

/** Counts the answers of one side, from the index of variants alone. */
async function readArm(db: Db, trialId: string, side: TrialSide): Promise<TrialArm> {
  const { variant, outcome, rating, safetyCategory, costMicros } = answerOutcomes
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [row] = await db
    .select({
      n: count(sql`${outcome} is not null`),
      answered: count(sql`${outcome} in ('answered', 'approved')`),
      uncovered: count(sql`${outcome} = 'uncovered'`),
      safety: count(sql`${outcome} is not null and ${safetyCategory} is not null`),
      up: count(sql`${rating} = 'up'`),
      down: count(sql`${rating} = 'down'`),
      priced: count(sql`${costMicros} is not null`),
      mean: sql<number>`coalesce(avg(${costMicros}), 0)`.mapWith(Number),
      deviation: sql<number>`coalesce(stddev_samp(${costMicros}), 0)`.mapWith(Number),
    })
    .from(answerOutcomes)
    .where(eq(variant, variantOf(trialId, side)))
  const { n = 0, answered = 0, uncovered = 0, safety = 0, up = 0, down = 0 } = row ?? {}
  return {
    answered: wilson(answered, n),
    uncovered: wilson(uncovered, n),
    safety: wilson(safety, n),
    up: wilson(up, up + down),
    down: wilson(down, up + down),
    cost: costOf(row),
  }
}

/** The mean with its normal interval; null when costs are not recorded. */
function costOf(row: { priced: number; mean: number; deviation: number } | undefined): TrialArm['cost'] {
  if (row === undefined || row.priced === 0) return null
  const { priced: n, mean, deviation } = row
  const spread = (z95 * deviation) / Math.sqrt(n)
  return { n, mean, low: Math.max(0, mean - spread), high: mean + spread }
}
