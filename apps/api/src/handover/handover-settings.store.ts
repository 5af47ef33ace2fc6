import type { HandoverForm, HandoverSave, HandoverSettings } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { type Change, changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { widgetHandovers } from '../db/schema/handover.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { shownAddress } from '../webhooks/events/shown-address.ts'
import { type ConfiguratorRow, findConfigurator } from '../widgets/configurators.store.ts'
import { isOpen } from './opening-hours.ts'
import { listSecrets, rotateSecret } from './widget-secrets.store.ts'

/** Settings of a hand-over, without what belongs to their storage. */
export type HandoverRules = Omit<HandoverSave, 'version'>

/** Channels that the server can deliver by. */
export interface DeliveryMeans {
  /** False without a way to send e-mails. */
  canMail: boolean
  /** True to allow webhooks on the operator's own network, and without TLS. */
  allowsPrivate: boolean
}

/** A widget whose hand-over nobody has set up. */
const off: HandoverRules = {
  channel: 'off',
  email: '',
  url: '',
  name: 'optional',
  reply: 'required',
  hours: null,
  outside: '',
  redact: false,
}

/** The rules of a widget; `off` without any. */
export async function readRules(
  db: Db | Transaction,
  configuratorId: string,
): Promise<HandoverRules & { version: number }> {
  const [row] = await db
    .select()
    .from(widgetHandovers)
    .where(eq(widgetHandovers.configuratorId, configuratorId))
  return row === undefined ? { ...off, version: 0 } : { ...off, ...row.settings, version: row.version }
}

/** Rules of the site's own chat: an address of the configuration, else none. */
export function siteRules(email: string | null): HandoverRules {
  return email === null ? off : { ...off, channel: 'email', email }
}

/** Returns whether requests can be delivered. */
export function isSetUp({ channel }: HandoverRules, { canMail }: DeliveryMeans): boolean {
  return channel === 'webhook' || (channel === 'email' && canMail)
}

/** The form that visitors see. */
export function formOf(rules: HandoverRules, means: DeliveryMeans, now: Date): HandoverForm {
  const { outside, name, reply, redact } = rules
  return { available: isSetUp(rules, means), open: isOpen(rules.hours, now), outside, name, reply, redact }
}

/**
 * The settings of a widget, for administrators.
 *
 * @throws {HttpError} 404 for an unknown widget
 */
export async function readSettings(
  db: Db,
  configuratorId: string,
  { now, canMail }: Pick<DeliveryMeans, 'canMail'> & { now: Date },
): Promise<HandoverSettings> {
  const widget = await findConfigurator(db, configuratorId)
  if (widget === undefined) throw notFound('Widget not found.')
  const [secret] = await listSecrets(db, { configuratorId: widget.id, kind: 'webhook' }, now)
  const rules = await readRules(db, widget.id)
  return { ...rules, secret_at: secret?.createdAt.toISOString() ?? null, can_mail: canMail }
}

/**
 * Saves the settings of a widget. The first webhook gets a secret.
 *
 * @returns the new secret; null when there was one, or none is needed
 * @throws {HttpError} 404 for an unknown widget, 409 for a version that is no longer current, 422 for an address that
 *   the server does not deliver to
 */
export async function saveSettings(
  db: Db,
  { configuratorId, save, means }: { configuratorId: string; save: HandoverSave; means: DeliveryMeans },
  edit: Edit,
): Promise<string | null> {
  const widget = await findConfigurator(db, configuratorId)
  if (widget === undefined) throw notFound('Widget not found.')
  const { version, ...settings } = save
  if (save.channel === 'webhook' && !save.url.startsWith('https:') && !means.allowsPrivate) {
    throw invalid([{ path: 'url', message: 'Enter an https address.' }])
  }
  if (save.channel === 'email' && !means.canMail) {
    throw invalid([{ path: 'channel', message: 'This server sends no e-mails. Use a webhook.' }])
  }
  return db.transaction(async (tx) => {
    const { version: current, ...before } = await readRules(tx, widget.id)
    if (version !== current) throw changedMeanwhile()
    const row = { settings, version: current + 1, updatedAt: edit.at }
    const stored =
      current === 0
        ? await tx
            .insert(widgetHandovers)
            .values({ configuratorId: widget.id, ...row })
            .onConflictDoNothing()
            .returning({ version: widgetHandovers.version })
        : await tx
            .update(widgetHandovers)
            .set(row)
            .where(eq(widgetHandovers.configuratorId, widget.id))
            .returning({ version: widgetHandovers.version })
    if (stored.length === 0) throw changedMeanwhile()
    const changes = changesBetween(before, settings).map(withShownAddress)
    await recordChange(tx, { ...changeOf(widget), changes }, edit)
    const kind = { configuratorId: widget.id, kind: 'webhook' } as const
    if (settings.channel !== 'webhook' || (await listSecrets(tx, kind, edit.at)).length > 0) return null
    return (await rotateSecret(tx, kind, edit.at)).secret
  })
}

/** A change of the settings of a widget. */
function changeOf({ name, clientOwner }: Pick<ConfiguratorRow, 'name' | 'clientOwner'>) {
  return { action: 'update', kind: 'configurator', subject: name, organisationId: clientOwner } as const
}

/** The receiver may be known by a secret in its address, which the audit log must not show. */
function withShownAddress({ field, before, after }: Change['changes'][number]): Change['changes'][number] {
  const shown = (value: unknown) =>
    field === 'url' && typeof value === 'string' && value !== '' ? shownAddress(value) : value
  return { field, before: shown(before), after: shown(after) }
}

function changedMeanwhile(): HttpError {
  return new HttpError('conflict', 'Somebody else has saved these settings in the meantime.')
}

/**
 * Creates a new secret for the webhooks of a widget.
 *
 * @throws {HttpError} 404 for an unknown widget
 */
export async function newWebhookSecret(db: Db, configuratorId: string, edit: Edit): Promise<string> {
  const widget = await findConfigurator(db, configuratorId)
  if (widget === undefined) throw notFound('Widget not found.')
  return db.transaction(async (tx) => {
    const { secret } = await rotateSecret(tx, { configuratorId: widget.id, kind: 'webhook' }, edit.at)
    const changes = [{ field: 'webhook_secret', before: null, after: edit.at.toISOString() }]
    await recordChange(tx, { ...changeOf(widget), changes }, edit)
    return secret
  })
}
