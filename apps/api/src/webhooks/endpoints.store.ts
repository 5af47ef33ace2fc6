import { randomBytes } from 'node:crypto'
import { type Webhook, webhookLimits, type WebhookSave } from '@org/api-client/contract'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { type Change, changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { webhookEndpoints, webhookSecrets } from '../db/schema/webhooks.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { shownAddress } from './events/shown-address.ts'

/** Owner of endpoints: a client, or null for the administrators. */
export type WebhookOwner = string | null

/** A stored endpoint. */
export type EndpointRow = typeof webhookEndpoints.$inferSelect

/** Milliseconds for which a secret signs after the next one was created: time to install that one. */
const overlapMs = 86_400_000

const isOwnedBy = (owner: WebhookOwner) =>
  owner === null ? isNull(webhookEndpoints.clientId) : eq(webhookEndpoints.clientId, owner)

/** The endpoints of an owner, the oldest first. */
export async function listEndpoints(db: Db, owner: WebhookOwner, now: Date): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(isOwnedBy(owner))
    .orderBy(asc(webhookEndpoints.id))
  const secrets = await listSecrets(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.map((row) => toWebhook(row, secrets))
}

/**
 * An endpoint of an owner.
 *
 * @throws {HttpError} 404 for an unknown endpoint, or another owner's
 */
export async function findEndpoint(
  db: Db | Transaction,
  owner: WebhookOwner,
  id: string,
): Promise<EndpointRow> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(webhookEndpoints)
        .where(and(isOwnedBy(owner), eq(webhookEndpoints.id, id)))
    : []
  if (row === undefined) throw notFound('Webhook not found.')
  return row
}

/**
 * Adds an endpoint with its first secret.
 *
 * @throws {HttpError} 404 for an owner who is no client, 403 for an actor who may not manage it any more, 409 beyond the
 *   number of endpoints
 */
export async function addEndpoint(
  db: Db,
  { owner, save }: { owner: WebhookOwner; save: WebhookSave },
  edit: Edit,
): Promise<Webhook & { secret: string }> {
  return db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit)
    if ((await tx.$count(webhookEndpoints, isOwnedBy(owner))) >= webhookLimits.endpoints) {
      throw new HttpError('conflict', 'You have as many webhooks as there can be. Delete one first.')
    }
    const { url, active } = save
    const events = [...new Set(save.events)]
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({
        id: newId(),
        clientId: owner,
        createdBy: edit.actorId,
        url,
        events,
        disabledBy: active ? null : 'person',
        createdAt: edit.at,
      })
      .returning()
    if (row === undefined) throw notFound('Webhook not found.')
    const secret = await addSecret(tx, row.id, edit.at)
    await note(tx, row, { action: 'create', changes: changesOf({}, { url, events, active }) }, edit)
    return { ...toWebhook(row, await listSecrets(tx, [row.id], edit.at)), secret }
  })
}

/**
 * Saves an endpoint. Activating it forgets its failures.
 *
 * @throws {HttpError} 404 for an unknown endpoint, 403 for an actor who may not manage it any more
 */
export async function saveEndpoint(
  db: Db,
  { owner, id, save }: { owner: WebhookOwner; id: string; save: WebhookSave },
  edit: Edit,
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit)
    const before = await findEndpoint(tx, owner, id)
    const { url, active } = save
    const events = [...new Set(save.events)]
    const wasActive = before.disabledBy === null
    const failing = (active && !wasActive) || url !== before.url ? { failingSince: null } : {}
    const disabledBy = active ? null : (before.disabledBy ?? 'person')
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ url, events, disabledBy, ...failing })
      .where(and(isOwnedBy(owner), eq(webhookEndpoints.id, id)))
      .returning()
    if (row === undefined) throw notFound('Webhook not found.')
    const changes = changesOf(
      { url: before.url, events: before.events, active: wasActive },
      { url, events, active },
    )
    if (changes.length > 0) await note(tx, row, { action: 'update', changes }, edit)
    return toWebhook(row, await listSecrets(tx, [id], edit.at))
  })
}

/**
 * Deletes an endpoint with its secrets and its log.
 *
 * @throws {HttpError} 404 for an unknown endpoint, 403 for an actor who may not manage it any more
 */
export async function deleteEndpoint(
  db: Db,
  { owner, id }: { owner: WebhookOwner; id: string },
  edit: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit)
    const row = await findEndpoint(tx, owner, id)
    await tx.delete(webhookEndpoints).where(and(isOwnedBy(owner), eq(webhookEndpoints.id, id)))
    await note(tx, row, { action: 'delete', changes: [] }, edit)
  })
}

/**
 * Creates the current secret of an endpoint. The one before signs for another day, earlier ones end at once.
 *
 * @throws {HttpError} 404 for an unknown endpoint, 403 for an actor who may not manage it any more
 */
export async function rotateSecret(
  db: Db,
  { owner, id }: { owner: WebhookOwner; id: string },
  edit: Edit,
): Promise<Webhook & { secret: string }> {
  return db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit)
    const row = await findEndpoint(tx, owner, id)
    // Held until the end: of two rotations at once, the second one retires the secret of the first.
    await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(isOwnedBy(owner), eq(webhookEndpoints.id, id)))
      .for('update')
    const ofEndpoint = eq(webhookSecrets.endpointId, id)
    await tx.delete(webhookSecrets).where(and(ofEndpoint, isNotNull(webhookSecrets.retiresAt)))
    const retiresAt = new Date(edit.at.getTime() + overlapMs)
    await tx.update(webhookSecrets).set({ retiresAt }).where(ofEndpoint)
    const secret = await addSecret(tx, id, edit.at)
    const changes = [{ field: 'secret', before: null, after: edit.at.toISOString() }]
    await note(tx, row, { action: 'update', changes }, edit)
    return { ...toWebhook(row, await listSecrets(tx, [id], edit.at)), secret }
  })
}

/** Holds the client until the end: two requests at once follow each other, and the actor must still manage it. */
async function holdOwner(tx: Transaction, owner: WebhookOwner, { actorId }: Edit): Promise<void> {
  if (owner !== null) await lockOrganisationFor(tx, { organisationId: owner, actorId, action: 'manage' })
}

/** A secret of an endpoint that signs. */
export type EndpointSecret = typeof webhookSecrets.$inferSelect

/** The secrets of endpoints that sign, the current one of each before the one that retires. */
export async function listSecrets(
  db: Db | Transaction,
  endpointIds: readonly string[],
  now: Date,
): Promise<EndpointSecret[]> {
  if (endpointIds.length === 0) return []
  const { endpointId, retiresAt, createdAt, id } = webhookSecrets
  return db
    .select()
    .from(webhookSecrets)
    .where(and(inArray(endpointId, [...endpointIds]), or(isNull(retiresAt), gt(retiresAt, now))))
    .orderBy(desc(createdAt), desc(id))
}

async function note(
  tx: Transaction,
  { url, clientId: organisationId }: EndpointRow,
  change: Pick<Change, 'action' | 'changes'>,
  edit: Edit,
): Promise<void> {
  await recordChange(tx, { ...change, kind: 'webhook', subject: shownAddress(url), organisationId }, edit)
}

/** Returns the changed fields, with addresses as lists show them. */
function changesOf(before: object, after: object): Change['changes'] {
  const shown = (value: unknown) => (typeof value === 'string' ? shownAddress(value) : value)
  return changesBetween(before, after).map(({ field, before: old, after: next }) =>
    field === 'url' ? { field, before: shown(old), after: shown(next) } : { field, before: old, after: next },
  )
}

async function addSecret(tx: Transaction, endpointId: string, createdAt: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64')
  await tx.insert(webhookSecrets).values({ id: newId(), endpointId, secret, createdAt })
  // The form in which libraries for Standard Webhooks take a secret.
  return `whsec_${secret}`
}

function toWebhook(row: EndpointRow, secrets: readonly EndpointSecret[]): Webhook {
  const own = secrets.filter(({ endpointId }) => endpointId === row.id)
  const current = own.find(({ retiresAt }) => retiresAt === null)
  const previous = own.find(({ retiresAt }) => retiresAt !== null)
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    disabled_by: row.disabledBy,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    secret_at: (current?.createdAt ?? row.createdAt).toISOString(),
    previous_until: previous?.retiresAt?.toISOString() ?? null,
  }
}
