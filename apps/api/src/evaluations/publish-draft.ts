import type { SettingsDraftPublish, StoredLlmSettings } from '@org/api-client/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { settingsDrafts, settingsTrials } from '../db/schema/evaluations.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import { saveSettingsIn } from '../settings/settings.store.ts'
import { type DraftRow, type GateState, requireGate } from './draft-gate.ts'
import { lockDraft, stateOf } from './drafts.store.ts'

/**
 * Publishes a draft as the newest version of the master settings, and ends its trial.
 *
 * @throws {HttpError} 404 for an unknown draft, 409 for a stale version and without a passed evaluation or a reason
 */
export async function publishDraft(
  db: Db,
  id: string,
  { version, override_reason: reason }: SettingsDraftPublish,
  edit: Edit,
): Promise<StoredLlmSettings> {
  const publish = async (tx: Transaction) => {
    const { draft } = await lockDraft(tx, id, version)
    const gate = await requireGate(tx, draft, reason)
    const saved = await saveSettingsIn(tx, { change: () => stateOf(draft), baseVersion: undefined }, edit)
    await tx.update(settingsDrafts).set({ publishedAs: saved.version }).where(eq(settingsDrafts.id, id))
    await tx
      .update(settingsTrials)
      .set({ endedAt: edit.at, end: 'published' })
      .where(and(eq(settingsTrials.draftId, id), isNull(settingsTrials.endedAt)))
    await recordGate(tx, { draft, gate, reason, field: 'published_as', value: saved.version }, edit)
    return saved
  }
  try {
    return await db.transaction(publish)
  } catch (error) {
    // Settings that somebody saved at the same moment took the version.
    if (uniqueViolation(error) !== 'llm_settings_versions_pkey') throw error
    return db.transaction(publish)
  }
}

/** Records that a draft is used for visitors, with the state of its evaluation and the reason of an override. */
export async function recordGate(
  tx: Transaction,
  {
    draft,
    gate,
    reason,
    field,
    value,
  }: { draft: DraftRow; gate: GateState; reason: string | undefined; field: string; value: unknown },
  edit: Edit,
): Promise<void> {
  const overridden = gate.gate === 'ready' ? undefined : reason
  const changes = [
    { field, before: null, after: value },
    { field: 'evaluation', before: null, after: gate.gate },
    ...(gate.regressions.length === 0
      ? []
      : [{ field: 'regressions', before: null, after: gate.regressions.length }]),
    ...(overridden === undefined ? [] : [{ field: 'override_reason', before: null, after: overridden }]),
  ]
  await recordChange(
    tx,
    {
      action: 'update',
      kind: field === 'share' ? 'settings_trial' : 'settings_draft',
      subject: draft.name,
      organisationId: null,
      changes,
    },
    edit,
  )
}
