import type { LlmSettings, LlmSettingsHistory, StoredLlmSettings } from '@org/api-client/contract'
import { desc, eq, sql } from 'drizzle-orm'
import { uniqueViolation } from '../db/unique-violation.ts'
import type { Db, Transaction } from '../db/database.ts'
import { entitlements, llmSettingsVersions } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import { defaultLlmSettings } from './master-settings.ts'
import { pageOf, type PageQuery, type Selection } from '../platform/request/cursor-pages.ts'

/** The settings that hold, with who saved them. */
export async function readSettings(db: Db | Transaction): Promise<StoredLlmSettings> {
  const [row] = await readVersions(db, {
    where: undefined,
    orderBy: desc(llmSettingsVersions.version),
    limit: 1,
  })
  if (row === undefined) return { ...defaultLlmSettings, version: 0, updated_at: null, updated_by: null }
  const { state, version, savedAt } = row.saved
  return {
    ...defaultLlmSettings,
    ...state,
    version,
    updated_at: savedAt.toISOString(),
    updated_by: row.by,
  }
}

/** New settings of a save, and the version that they are based on. */
export interface SettingsSave {
  change: (current: LlmSettings) => LlmSettings
  /** The version that was read; without it the save goes on top of whatever there is. */
  baseVersion: number | undefined
  restoredFrom?: number | null
}

/**
 * Saves the settings as a new version; where nothing changes, there is none. Widgets and entitlements that name the search tool follow its new name.
 *
 * @throws {HttpError} 409 with what is stored, when that is no longer the version that was read
 */
export async function saveSettings(db: Db, save: SettingsSave, edit: Edit): Promise<StoredLlmSettings> {
  try {
    return await db.transaction((tx) => saveSettingsIn(tx, save, edit))
  } catch (error) {
    if (uniqueViolation(error) !== 'llm_settings_versions_pkey') throw error
    // Two saves at once: this one came second.
    if (save.baseVersion === undefined) return saveSettings(db, save, edit)
    throw conflict(await readSettings(db))
  }
}

/**
 * Saves the settings in a transaction, as {@link saveSettings} does.
 *
 * @throws {HttpError} 409 with what is stored, when that is no longer the version that was read
 */
export async function saveSettingsIn(
  tx: Transaction,
  { change, baseVersion, restoredFrom = null }: SettingsSave,
  edit: Edit,
): Promise<StoredLlmSettings> {
  const current = await readSettings(tx)
  if (baseVersion !== undefined && baseVersion !== current.version) throw conflict(current)
  const { version: _version, updated_at: _at, updated_by: _by, ...before } = current
  const state = change(before)
  const changes = changesBetween(before, state)
  if (changes.length === 0) return current
  const version = current.version + 1
  await tx
    .insert(llmSettingsVersions)
    .values({ version, savedAt: edit.at, savedBy: edit.actorId, restoredFrom, state })
  const [from, to] = [before.search_tool_name, state.search_tool_name]
  if (from !== to) await renameTool(tx, from, to)
  const entry = { action: 'update', kind: 'llm_settings', subject: '', organisationId: null } as const
  await recordChange(tx, { ...entry, changes }, edit)
  return readSettings(tx)
}

function conflict(current: StoredLlmSettings): HttpError {
  return new HttpError('conflict', 'Somebody else has saved the settings in the meantime.', {
    detail: { current },
  })
}

async function renameTool(tx: Transaction, from: string, to: string): Promise<void> {
  for (const table of [configurators, entitlements]) {
    const renamed = sql`array_replace(${table.allowedTools}, ${from}, ${to})`
    await tx
      .update(table)
      .set({ allowedTools: renamed })
      .where(sql`${from} = any(${table.allowedTools})`)
  }
}

/** Settings before the first save: the last entry of the history, restorable like any version. */
const defaultsVersion = {
  version: 0,
  saved_at: null,
  saved_by: null,
  restored_from: null,
  settings: defaultLlmSettings,
}

/**
 * An earlier version of the settings; 0 is the defaults.
 *
 * @throws {HttpError} 404 for a version that never was
 */
export async function readVersion(db: Db, version: number): Promise<LlmSettings> {
  if (version === defaultsVersion.version) return defaultLlmSettings
  const [row] = await db.select().from(llmSettingsVersions).where(eq(llmSettingsVersions.version, version))
  if (row === undefined) throw notFound('There is no such version.')
  return { ...defaultLlmSettings, ...row.state }
}

/** Every saved version, the newest first, and the defaults as the last. */
export async function listVersions(db: Db, page: PageQuery): Promise<LlmSettingsHistory> {
  return pageOf(page, llmSettingsVersions.version, select, {
    number: ({ version }) => version,
    item: (version) => version,
  })

  async function select(selection: Selection): Promise<LlmSettingsHistory['items']> {
    const rows = await readVersions(db, selection)
    const items = rows.map(({ saved, by }) => ({
      version: saved.version,
      saved_at: saved.savedAt.toISOString(),
      saved_by: by,
      restored_from: saved.restoredFrom,
      settings: { ...defaultLlmSettings, ...saved.state },
    }))
    return rows.length < selection.limit ? [...items, defaultsVersion] : items
  }
}

/** Versions with the addresses of those who saved them. */
function readVersions(db: Db | Transaction, { where, orderBy, limit }: Selection) {
  return db
    .select({ saved: llmSettingsVersions, by: users.email })
    .from(llmSettingsVersions)
    .leftJoin(users, eq(users.id, llmSettingsVersions.savedBy))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
}
