import type {
  ClientEdit,
  Configurator,
  ConfiguratorConflict,
  ConfiguratorHistory,
  ConfiguratorSave,
  WidgetTheme,
} from '@org/api-client/contract'
import { widgetDefaults, widgetThemeSchema } from '@org/api-client/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators, configuratorVersions } from '../db/schema/embed.ts'
import { widgetHandovers, widgetSecrets } from '../db/schema/handover.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { type PreparedAppearance, storeAppearance, toAppearance } from './appearance.store.ts'
import { toAllowedOrigins } from './allowed-origins.ts'
import { isOrganisation } from '../organisations/organisations.store.ts'
import { historyLength, trimVersions } from './trim-versions.ts'

/** A stored configurator. */
export type ConfiguratorRow = typeof configurators.$inferSelect

// Fields that versions from before them do not have.
const laterFields = {
  questions_per_day: null,
  tokens_per_day: null,
  appearance: widgetDefaults.appearance,
  client_edits: [...widgetDefaults.clientEdits],
}

/** Every configurator, in the order in which they were made. */
export async function listConfigurators(db: Db): Promise<Configurator[]> {
  const rows = await db
    .select()
    .from(configurators)
    .orderBy(asc(configurators.createdAt), asc(configurators.id))
  return rows.map(toWire)
}

/** The configurator of that id; none for an id that nothing has. */
export async function findConfigurator(db: Db, id: string): Promise<ConfiguratorRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(configurators).where(eq(configurators.id, id))
  return row
}

/** A configurator that visitors may use: unknown and inactive are the same to them. */
export async function findActiveWidget(db: Db, id: string): Promise<ConfiguratorRow | undefined> {
  const [row] = await db.select().from(configurators).where(isActiveWidget(id))
  return row
}

/** Fits the configurator of that id if visitors may use it. */
export function isActiveWidget(id: string | null | undefined): SQL | undefined {
  if (typeof id !== 'string' || !isUuid(id)) return sql`false`
  return and(eq(configurators.id, id), eq(configurators.active, true))
}

/**
 * Stores a new configurator, or with an `id` replaces that one. What is left out takes the default, both times.
 *
 * @throws {HttpError} 404 for an unknown id, 409 when the `version` given is no longer the current one, 422 for an
 *   owner who is no client, an origin that is none or a picture of another client
 */
export async function saveConfigurator(
  db: Db,
  save: ConfiguratorSave,
  edit: Edit,
  appearance: PreparedAppearance | null = null,
): Promise<string> {
  const values = { ...withDefaults(save), updatedAt: edit.at }
  return db.transaction(async (tx) => {
    if (values.clientOwner !== null) await requireClient(tx, values.clientOwner)
    const current = save.id === undefined ? undefined : await lockConfigurator(tx, save.id)
    if (current !== undefined && save.version !== undefined && save.version !== current.version) {
      throw new HttpError('conflict', 'Somebody else has saved this widget in the meantime.', {
        detail: { current: toWire(current) } satisfies ConfiguratorConflict,
      })
    }
    const row = {
      ...values,
      id: current?.id ?? newId(),
      appearance: current?.appearance ?? {},
      version: (current?.version ?? 0) + 1,
      createdAt: current?.createdAt ?? edit.at,
      isDemonstration: current?.isDemonstration ?? false,
    }
    await tx
      .insert(configurators)
      .values(row)
      .onConflictDoUpdate({ target: configurators.id, set: { ...values, version: row.version } })
    // Pictures refer to the row of their widget.
    const { id, clientOwner } = row
    row.appearance =
      appearance === null ? {} : await storeAppearance(tx, { id, clientOwner, at: edit.at }, appearance)
    await tx.update(configurators).set({ appearance: row.appearance }).where(eq(configurators.id, id))
    if (current !== undefined && current.clientOwner !== clientOwner) await forgetReceiver(tx, id)
    // One that no admin has saved yet has no version to go back to.
    if (current !== undefined) await keepVersion(tx, current, { at: current.updatedAt, actorId: null })
    await keepVersion(tx, row, edit)
    await trimVersions(tx, row)
    await recordChange(
      tx,
      {
        action: current === undefined ? 'create' : 'update',
        kind: 'configurator',
        subject: row.name,
        organisationId: row.clientOwner,
        changes: changesBetween(current === undefined ? {} : toSettings(current), toSettings(row)),
      },
      edit,
    )
    return row.id
  })
}

/**
 * Switches a configurator on or off, whatever else somebody is editing: a new version with that one change.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function setConfiguratorActive(
  db: Db,
  { id, active }: { id: string; active: boolean },
  edit: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await lockConfigurator(tx, id)
    if (current.active === active) return
    const row = { ...current, active, version: current.version + 1, updatedAt: edit.at }
    await tx
      .update(configurators)
      .set({ active, version: row.version, updatedAt: edit.at })
      .where(eq(configurators.id, current.id))
    await keepVersion(tx, current, { at: current.updatedAt, actorId: null })
    await keepVersion(tx, row, edit)
    await trimVersions(tx, row)
    const changes = changesBetween(toSettings(current), toSettings(row))
    await recordChange(tx, { ...noted('update', row), changes }, edit)
  })
}

/** A change of a widget's appearance by its client. */
interface ClientAppearance {
  id: string
  clientId: string
  version: number
  changed: readonly ClientEdit[]
}

/**
 * Changes parts of the appearance of a client's own widget: those that the administrator lets the client change.
 *
 * @throws {HttpError} 404 for a widget of somebody else, 403 for a part that the client may not change, 409 when the
 *   version is no longer the current one
 */
export async function saveClientAppearance(
  db: Db,
  { id, clientId, version, changed }: ClientAppearance,
  edit: Edit,
  appearance: PreparedAppearance,
): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await lockConfigurator(tx, id)
    if (current.clientOwner !== clientId) throw notFound('Widget not found.')
    if (changed.some((part) => !current.clientEdits.includes(part))) {
      throw new HttpError('forbidden', 'Your account may not change this part of the widget.')
    }
    if (version !== current.version) {
      throw new HttpError('conflict', 'Somebody else has saved this widget in the meantime.')
    }
    const owner = { id: current.id, clientOwner: current.clientOwner, at: edit.at }
    const stored = new Map(Object.entries(await storeAppearance(tx, owner, appearance)))
    const parts = Object.fromEntries(changed.map((part) => [part, stored.get(part)]))
    const row = {
      ...current,
      appearance: { ...current.appearance, ...parts },
      version: current.version + 1,
      updatedAt: edit.at,
    }
    const { appearance: look, version: next, updatedAt } = row
    await tx
      .update(configurators)
      .set({ appearance: look, version: next, updatedAt })
      .where(eq(configurators.id, current.id))
    await keepVersion(tx, current, { at: current.updatedAt, actorId: null })
    await keepVersion(tx, row, edit)
    await trimVersions(tx, row)
    const changes = changesBetween(toSettings(current), toSettings(row))
    await recordChange(tx, { ...noted('update', row), changes }, edit)
  })
}

/**
 * Deletes a configurator.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function deleteConfigurator(db: Db, id: string, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockConfigurator(tx, id)
    await tx.delete(configurators).where(eq(configurators.id, id))
    const changes = changesBetween(toSettings(row), {})
    await recordChange(tx, { ...noted('delete', row), changes }, edit)
  })
}

/** The change as the audit log lists it. */
function noted(action: 'update' | 'delete', row: { name: string; clientOwner: string | null }) {
  return { action, kind: 'configurator', subject: row.name, organisationId: row.clientOwner } as const
}

/** The newest versions of a configurator, the newest first; none of an unknown one. */
export async function configuratorHistory(db: Db, id: string): Promise<ConfiguratorHistory> {
  if (!isUuid(id)) return { items: [] }
  const rows = await db
    .select({ saved: configuratorVersions, savedBy: users.email })
    .from(configuratorVersions)
    .leftJoin(users, eq(users.id, configuratorVersions.savedBy))
    .where(eq(configuratorVersions.configuratorId, id))
    .orderBy(desc(configuratorVersions.version))
    .limit(historyLength)
  return {
    items: rows.map(({ saved, savedBy }) => ({
      version: saved.version,
      saved_at: saved.savedAt.toISOString(),
      saved_by: savedBy,
      configurator: { ...laterFields, ...saved.state },
    })),
  }
}

/** A configurator's fields, with the defaults in place of what was left out. */
export function withDefaults(
  save: ConfiguratorSave,
): Omit<ConfiguratorRow, 'id' | 'appearance' | 'version' | 'isDemonstration' | 'createdAt' | 'updatedAt'> {
  return {
    name: save.name ?? widgetDefaults.title,
    clientOwner: save.client_owner ?? null,
    active: save.active ?? widgetDefaults.active,
    allowConversations: toConversations(save.allow_conversations),
    forceToolCalls: save.force_tool_calls ?? widgetDefaults.forceToolCalls,
    widgetTheme: toTheme(save.widget_theme),
    affiliateCode: orNull(save.affiliate_code),
    widgetTitle: save.widget_title?.trim() ?? '',
    model: orNull(save.model),
    temperature: save.temperature ?? null,
    systemPrompt: orNull(save.system_prompt),
    allowAttachments: save.allow_attachments ?? widgetDefaults.allowAttachments,
    sidebarCollapsed: save.sidebar_collapsed ?? widgetDefaults.sidebarCollapsed,
    composePlaceholder: orNull(save.compose_placeholder) ?? widgetDefaults.composePlaceholder,
    allowedTools: [...new Set(save.allowed_tools)],
    allowedAuthors: [...new Set(save.allowed_authors)],
    allowedOrigins: toAllowedOrigins(save.allowed_origins),
    questionsPerDay: save.questions_per_day ?? null,
    tokensPerDay: save.tokens_per_day ?? null,
    clientEdits: [...new Set(save.client_edits ?? widgetDefaults.clientEdits)],
  }
}

/** Returns the title of a widget: its title, else its name. */
export function widgetTitle({
  widgetTitle: title,
  name,
}: Pick<ConfiguratorRow, 'widgetTitle' | 'name'>): string {
  return title === '' ? name : title
}

/** Drops the receiver of requests for a person: they must not reach the mailbox or server of an earlier owner. */
async function forgetReceiver(tx: Transaction, id: string): Promise<void> {
  await tx.delete(widgetHandovers).where(eq(widgetHandovers.configuratorId, id))
  await tx.delete(widgetSecrets).where(eq(widgetSecrets.configuratorId, id))
}

// Held until the transaction ends, so that of two saves of one version the second finds the first.
async function lockConfigurator(tx: Transaction, id: string): Promise<ConfiguratorRow> {
  const [row] = isUuid(id)
    ? await tx.select().from(configurators).where(eq(configurators.id, id)).for('update')
    : []
  if (row === undefined) throw notFound('Widget not found.')
  return row
}

async function keepVersion(
  tx: Transaction,
  row: Omit<ConfiguratorRow, 'updatedAt'>,
  { actorId, at }: { actorId: string | null; at: Date },
): Promise<void> {
  await tx
    .insert(configuratorVersions)
    .values({
      configuratorId: row.id,
      version: row.version,
      savedAt: at,
      savedBy: actorId,
      state: toWire(row),
    })
    .onConflictDoNothing()
}

async function requireClient(db: Db | Transaction, id: string): Promise<void> {
  if (await isOrganisation(db, id)) return
  throw invalid([{ path: 'client_owner', message: 'There is no such client.' }])
}

// Unknown names fall back to ultra (specification 2, section 3).
function toTheme(name: string | undefined): WidgetTheme {
  const theme = widgetThemeSchema.safeParse(name)
  return theme.success ? theme.data : widgetDefaults.widgetTheme
}

function toConversations(value: ConfiguratorSave['allow_conversations']): 'multi' | 'single' {
  if (value === undefined) return widgetDefaults.allowConversations
  return value === true || value === 'multi' ? 'multi' : 'single'
}

function orNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

// Converts a row to the fields that an admin sets, without id and version.
function toSettings(row: Omit<ConfiguratorRow, 'updatedAt'>): Omit<Configurator, 'id' | 'version'> {
  const { id: _id, version: _version, ...settings } = toWire(row)
  return settings
}

function toWire(row: Omit<ConfiguratorRow, 'updatedAt'>): Configurator {
  return {
    id: row.id,
    name: row.name,
    client_owner: row.clientOwner,
    active: row.active,
    allow_conversations: row.allowConversations,
    force_tool_calls: row.forceToolCalls,
    widget_theme: row.widgetTheme,
    affiliate_code: row.affiliateCode,
    widget_title: row.widgetTitle,
    model: row.model,
    temperature: row.temperature,
    system_prompt: row.systemPrompt,
    allow_attachments: row.allowAttachments,
    sidebar_collapsed: row.sidebarCollapsed,
    compose_placeholder: row.composePlaceholder,
    allowed_tools: row.allowedTools,
    allowed_authors: row.allowedAuthors,
    allowed_origins: row.allowedOrigins,
    questions_per_day: row.questionsPerDay,
    tokens_per_day: row.tokensPerDay,
    client_edits: row.clientEdits,
    appearance: toAppearance(row.id, row.appearance),
    version: row.version,
  }
}
