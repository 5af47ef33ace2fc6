import type { AlertKind, AlertList, AlertQuery } from '@org/api-client/contract'
import { and, eq, gt, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import { toDay } from '../analytics/days.ts'
import { readOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { budgets, operationAlerts } from '../db/schema/operations.ts'
import { organisations } from '../db/schema/organisations.ts'
import { readMailLanguages } from '../mail/mail-language.store.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { notFound } from '../platform/http/http-error.ts'
import { pageOf } from '../platform/request/cursor-pages.ts'
import { type AlertFacts, alertMail } from './alert.mails.ts'
import { ownsOrganisation } from '../organisations/organisations.store.ts'

/** An alert to raise. */
export interface NewAlert extends AlertFacts {
  kind: AlertKind
  /** The client whose widgets it is about; null for the deployment. */
  clientId: string | null
  /** Category of a danger or id of a budget; else empty. */
  subject: string
}

/** Time and address of an alert. */
export interface AlertContext {
  now: Date
  siteUrl: URL
}

const dayMs = 86_400_000

/**
 * Stores an alert, and mails it to the administrators and to the owners of its client: at most one e-mail of a kind to each of them in
 * 24 hours, and of dangers one of each category. Of several instances that raise it, one stores it.
 *
 * @returns false when it was raised on that day
 */
export async function raiseAlert(tx: Transaction, alert: NewAlert, context: AlertContext): Promise<boolean> {
  const { now } = context
  const { kind, clientId, subject, count, total, usual } = alert
  // Alerts of a kind follow each other, so that each sees the e-mails of those before.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`alert ${kind}`}))`)
  const [stored] = await tx
    .insert(operationAlerts)
    .values({ kind, clientId, subject, count, total, usual, day: toDay(now.getTime()), at: now })
    .onConflictDoNothing()
    .returning({ id: operationAlerts.id })
  if (stored === undefined) return false
  const recent = and(
    eq(operationAlerts.kind, kind),
    gt(operationAlerts.at, new Date(now.getTime() - dayMs)),
    kind === 'safety' ? eq(operationAlerts.subject, subject) : undefined,
  )
  const wasMailed =
    (await tx.$count(operationAlerts, and(recent, eq(operationAlerts.mailedAdmins, true)))) > 0
  const mailedAdmins = !wasMailed
  if (mailedAdmins) await mailTo(tx, eq(users.role, 'admin'), alert, context)
  let mailedClient = false
  if (clientId !== null) {
    const toClient = and(
      recent,
      eq(operationAlerts.clientId, clientId),
      eq(operationAlerts.mailedClient, true),
    )
    mailedClient = (await tx.$count(operationAlerts, toClient)) === 0
    if (mailedClient) await mailTo(tx, ownsOrganisation(tx, clientId), alert, context)
  }
  await tx
    .update(operationAlerts)
    .set({ mailedAdmins, mailedClient })
    .where(eq(operationAlerts.id, stored.id))
  return true
}

async function mailTo(
  tx: Transaction,
  who: SQL | undefined,
  alert: NewAlert,
  { siteUrl }: AlertContext,
): Promise<void> {
  const readers = await tx
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    // An account that has lost its role gets no e-mail about a client.
    .where(and(who, isNotNull(users.role), isNull(users.disabledAt)))
  const languageOf = await readMailLanguages(
    tx,
    readers.map(({ id }) => id),
  )
  const name = await nameOf(tx, alert)
  const { currency } = await readOperationSettings(tx)
  for (const { id, email, role } of readers) {
    const reader = { id, email, language: languageOf(id), isAdmin: role === 'admin' }
    await queueMail(tx, alertMail(reader, { ...alert, ...name, currency, siteUrl }))
  }
}

/** Names of the client and of the budget's widget, for people. */
async function nameOf(
  tx: Transaction,
  { kind, clientId, subject }: NewAlert,
): Promise<{ client: string | null; name: string }> {
  const [client] =
    clientId === null
      ? []
      : await tx
          .select({ name: organisations.name })
          .from(organisations)
          .where(eq(organisations.id, clientId))
  const isBudget = kind === 'budget' || kind === 'budget_stop'
  const [widget] = isBudget
    ? await tx
        .select({ name: configurators.name })
        .from(budgets)
        .innerJoin(configurators, eq(configurators.id, budgets.widgetId))
        .where(sql`${budgets.id}::text = ${subject}`)
    : []
  return { client: client?.name ?? null, name: isBudget ? (widget?.name ?? '') : subject }
}

/** Lists alerts, the newest first. */
export async function listAlerts(db: Db, { kind, ...page }: AlertQuery): Promise<AlertList> {
  const { currency } = await readOperationSettings(db)
  const list = await pageOf(
    page,
    operationAlerts.id,
    ({ where, orderBy, limit }) =>
      db
        .select({
          alert: operationAlerts,
          client: organisations.name,
          seenBy: users.email,
          widget: configurators.name,
        })
        .from(operationAlerts)
        .leftJoin(organisations, eq(organisations.id, operationAlerts.clientId))
        .leftJoin(users, eq(users.id, operationAlerts.seenBy))
        .leftJoin(budgets, sql`${budgets.id}::text = ${operationAlerts.subject}`)
        .leftJoin(configurators, eq(configurators.id, budgets.widgetId))
        .where(and(where, kind === undefined ? undefined : eq(operationAlerts.kind, kind)))
        .orderBy(orderBy)
        .limit(limit),
    {
      number: ({ alert }) => alert.id,
      item: ({ alert, client, seenBy, widget }) => ({
        id: String(alert.id),
        kind: alert.kind,
        at: alert.at.toISOString(),
        client,
        subject: alert.kind === 'safety' ? alert.subject : (widget ?? ''),
        count: alert.count,
        total: alert.total,
        usual: alert.usual,
        mailed: alert.mailedAdmins,
        seen_by: seenBy,
        seen_at: alert.seenAt?.toISOString() ?? null,
      }),
    },
  )
  return { ...list, currency }
}

/**
 * Marks an alert as seen; the first administrator who does is named.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function markAlertSeen(db: Db, id: string, { actorId, at }: Edit): Promise<void> {
  const number = /^\d{1,15}$/u.test(id) ? Number(id) : -1
  if ((await db.$count(operationAlerts, eq(operationAlerts.id, number))) === 0) {
    throw notFound('Entry not found.')
  }
  await db
    .update(operationAlerts)
    .set({ seenAt: at, seenBy: actorId })
    .where(and(eq(operationAlerts.id, number), isNull(operationAlerts.seenAt)))
}

/** Days for which alerts are listed. */
const listedDays = 400

/** Deletes alerts that are older than 400 days. */
export async function purgeAlerts(db: Db, now: Date): Promise<void> {
  await db.delete(operationAlerts).where(lt(operationAlerts.at, new Date(now.getTime() - listedDays * dayMs)))
}
