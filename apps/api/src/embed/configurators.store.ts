import type { Configurator, ConfiguratorSave, WidgetTheme } from '@org/api-client/contract'
import { widgetThemeSchema } from '@org/api-client/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { invalid, notFound } from '../platform/http-error.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { toAllowedOrigins } from './allowed-origins.ts'

/** A stored configurator. */
export type ConfiguratorRow = typeof configurators.$inferSelect

/** What a widget is called that was given no name (specification 2, section 9: the default title). */
export const defaultWidgetTitle = 'Chat Assistant'

/** Specification 2, section 9. */
export const defaultComposePlaceholder = 'Ask something. (Shift+Enter for newline)'

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
  const row = await findConfigurator(db, id)
  return row?.active === true ? row : undefined
}

/**
 * Stores a new configurator, or with an `id` replaces that one. What is left out takes the default, both times.
 *
 * @throws {HttpError} 404 for an unknown id, 422 for an owner who is no client or an origin that is none
 */
export async function saveConfigurator(db: Db, save: ConfiguratorSave, now: Date): Promise<string> {
  const values = { ...withDefaults(save), updatedAt: now }
  if (values.clientOwner !== null) await requireClient(db, values.clientOwner)
  if (save.id === undefined) {
    const id = newId()
    await db.insert(configurators).values({ id, ...values, createdAt: now })
    return id
  }
  const changed = isUuid(save.id)
    ? await db
        .update(configurators)
        .set(values)
        .where(eq(configurators.id, save.id))
        .returning({ id: configurators.id })
    : []
  if (changed.length === 0) throw notFound('Widget not found.')
  return save.id
}

/**
 * Deletes a configurator.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function deleteConfigurator(db: Db, id: string): Promise<void> {
  const deleted = isUuid(id)
    ? await db.delete(configurators).where(eq(configurators.id, id)).returning({ id: configurators.id })
    : []
  if (deleted.length === 0) throw notFound('Widget not found.')
}

/** A configurator's fields, with the defaults in place of what was left out. */
export function withDefaults(
  save: ConfiguratorSave,
): Omit<ConfiguratorRow, 'id' | 'createdAt' | 'updatedAt'> {
  return {
    name: save.name ?? defaultWidgetTitle,
    clientOwner: save.client_owner ?? null,
    active: save.active ?? true,
    allowConversations: toConversations(save.allow_conversations),
    forceToolCalls: save.force_tool_calls ?? false,
    widgetTheme: toTheme(save.widget_theme),
    affiliateCode: orNull(save.affiliate_code),
    widgetTitle: save.widget_title?.trim() ?? '',
    model: orNull(save.model),
    temperature: save.temperature ?? null,
    systemPrompt: orNull(save.system_prompt),
    allowAttachments: save.allow_attachments ?? true,
    sidebarCollapsed: save.sidebar_collapsed ?? true,
    composePlaceholder: orNull(save.compose_placeholder) ?? defaultComposePlaceholder,
    allowedTools: [...new Set(save.allowed_tools)],
    allowedAuthors: [...new Set(save.allowed_authors)],
    allowedOrigins: toAllowedOrigins(save.allowed_origins),
  }
}

/** What a widget is titled: its title, else its name. */
export function widgetTitle({
  widgetTitle: title,
  name,
}: Pick<ConfiguratorRow, 'widgetTitle' | 'name'>): string {
  return title === '' ? name : title
}

async function requireClient(db: Db, id: string): Promise<void> {
  const found = isUuid(id)
    ? await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), eq(users.role, 'client')))
    : []
  if (found.length === 0) throw invalid([{ path: 'client_owner', message: 'There is no such client.' }])
}

// Unknown names fall back to ultra (specification 2, section 3).
function toTheme(name: string | undefined): WidgetTheme {
  const theme = widgetThemeSchema.safeParse(name)
  return theme.success ? theme.data : 'ultra'
}

function toConversations(value: ConfiguratorSave['allow_conversations']): 'multi' | 'single' {
  return value === undefined || value === true || value === 'multi' ? 'multi' : 'single'
}

function orNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function toWire(row: ConfiguratorRow): Configurator {
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
  }
}
