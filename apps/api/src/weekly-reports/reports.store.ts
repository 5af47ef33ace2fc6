import type { ReportChoice, WeeklyReport, WeeklyReportSave } from '@org/api-client/contract'
import { and, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import { readOperationSettings, writeOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { reportPreferences, weeklyReports } from '../db/schema/operations.ts'
import { organisations } from '../db/schema/organisations.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { readMailLanguages } from '../mail/mail-language.store.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { newId } from '../platform/process/ids.ts'
import { readReport } from './report-data.ts'
import { reportMail } from './report.mail.ts'
import { dueWeek, nextDue, type ReportWeek } from './report-week.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'
import { hasActiveOwner, ownsOrganisation } from '../organisations/organisations.store.ts'

const dayMs = 86_400_000

/** Days after which a missed week is left out: its figures are old by then. */
const lateDays = 3

/** Days that two reported weeks may share, so that a changed weekday brings no second e-mail in the same week. */
const sharedDays = 3

/**
 * Adds the jobs of the weekly e-mails that are due. The week of a client is unique: of several instances one adds its job.
 *
 * @returns the number of added jobs
 */
export async function addDueReports(
  db: Db,
  queue: Pick<JobQueue, 'prepare' | 'send' | 'wake'>,
  now: Date,
): Promise<number> {
  const settings = await readOperationSettings(db)
  if (!settings.weeklyEnabled) return 0
  const week = dueWeek(now, settings)
  if (now.getTime() - week.dueAt.getTime() > lateDays * dayMs) return 0
  const clients = await findUnreported(db, week)
  if (clients.length === 0) return 0
  await queue.prepare()
  const added = await db.transaction(async (tx) => {
    const rows = await tx
      .insert(weeklyReports)
      .values(
        clients.map(({ id }) => ({
          id: newId(),
          clientId: id,
          firstDay: week.firstDay,
          lastDay: week.lastDay,
          createdAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: weeklyReports.id, clientId: weeklyReports.clientId })
    for (const { id, clientId } of rows) await queue.send(tx, 'reports', { id }, clientId)
    return rows.length
  })
  queue.wake('reports')
  return added
}

/** Clients without an e-mail about the week; at most a few thousand. */
function findUnreported(db: Db, { firstDay }: ReportWeek): Promise<{ id: string }[]> {
  const overlapping = db
    .select({ id: weeklyReports.id })
    .from(weeklyReports)
    .where(
      and(
        eq(weeklyReports.clientId, organisations.id),
        gt(weeklyReports.lastDay, sql`${firstDay}::date + ${sharedDays}::int`),
      ),
    )
  return db
    .select({ id: organisations.id })
    .from(organisations)
    .where(and(hasActiveOwner(organisations.id), notExists(overlapping)))
}

/** Dependencies of sending a weekly e-mail. */
export interface ReportServices {
  db: Db
  now: () => Date
  siteUrl: () => URL
  /** True when the deployment stores the redacted texts of visitors. */
  keepsText: boolean
}

/**
 * Sends the weekly e-mail of a job to the owners of its client, once: a repeated job finds it finished. Nothing is sent to
 * an account that has unsubscribed, is disabled or is no owner any more, or about two weeks without answers.
 */
export async function sendReport(id: string, { db, now, siteUrl, keepsText }: ReportServices): Promise<void> {
  const [waiting] = await db
    .select()
    .from(weeklyReports)
    .where(and(eq(weeklyReports.id, id), isNull(weeklyReports.finishedAt)))
  if (waiting === undefined) return
  const { clientId } = waiting
  const readers = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .leftJoin(reportPreferences, eq(reportPreferences.userId, users.id))
    .where(and(ownsOrganisation(db, clientId), isNull(reportPreferences.unsubscribedAt)))
  const data =
    readers.length > 0 ? await readReport(db, clientId, { week: waiting, keepsText, now: now() }) : undefined
  const wasSent = data !== undefined && data.counts.answers + data.before.answers > 0
  await db.transaction(async (tx) => {
    const finished = await tx
      .update(weeklyReports)
      .set({ finishedAt: now(), wasSent })
      .where(and(eq(weeklyReports.id, id), isNull(weeklyReports.finishedAt)))
      .returning({ id: weeklyReports.id })
    if (finished.length === 0 || !wasSent) return
    const languageOf = await readMailLanguages(
      tx,
      readers.map((reader) => reader.id),
    )
    for (const owner of readers) {
      const unsubscribeUrl = await unsubscribeLink(tx, owner.id, siteUrl())
      const reader = { ...owner, language: languageOf(owner.id) }
      await queueMail(tx, reportMail(reader, data, { siteUrl: siteUrl(), unsubscribeUrl }), now())
    }
  })
}

/** Days and clients of weekly e-mails, for the list of jobs. */
export async function describeReports(
  db: Db,
  ids: string[],
): Promise<Map<string, { subject: string; client: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: weeklyReports.id,
      client: organisations.name,
      firstDay: weeklyReports.firstDay,
      lastDay: weeklyReports.lastDay,
    })
    .from(weeklyReports)
    .innerJoin(organisations, eq(organisations.id, weeklyReports.clientId))
    .where(inArray(weeklyReports.id, ids))
  return new Map(
    rows.map(({ id, client, firstDay, lastDay }) => [id, { client, subject: `${firstDay} – ${lastDay}` }]),
  )
}

/** Reads an account's choice about the weekly e-mail. */
export async function readChoice(db: Db, userId: string): Promise<ReportChoice> {
  const [row] = await db.select().from(reportPreferences).where(eq(reportPreferences.userId, userId))
  return { subscribed: (row?.unsubscribedAt ?? null) === null, language: row?.language ?? null }
}

/** Stores an account's choice. */
export async function saveChoice(
  db: Db,
  userId: string,
  { subscribed, language }: ReportChoice,
  now: Date,
): Promise<void> {
  const set = { language, unsubscribedAt: subscribed ? null : now }
  await db
    .insert(reportPreferences)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: reportPreferences.userId, set })
}

/** Ends the weekly e-mails of an account; false when the account is deleted. */
export async function unsubscribe(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into report_preferences (user_id, unsubscribed_at)
    select id, ${now.toISOString()}::timestamptz from users where id = ${userId}::uuid
    on conflict (user_id) do update set unsubscribed_at = excluded.unsubscribed_at returning 1`)
  return rows.length > 0
}

/** Reads the time of weekly e-mails. */
export async function readWeeklyTime(db: Db, now: Date): Promise<WeeklyReport> {
  const settings = await readOperationSettings(db)
  const { weeklyEnabled: enabled, weeklyDay: weekday, weeklyHour: hour } = settings
  return { enabled, weekday, hour, next_at: enabled ? nextDue(now, settings).toISOString() : null }
}

/** Stores the time of weekly e-mails, and notes it in the audit log. */
export async function saveWeeklyTime(db: Db, time: WeeklyReportSave, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readOperationSettings(tx)
    const { enabled, weekday, hour } = time
    await writeOperationSettings(tx, { weeklyEnabled: enabled, weeklyDay: weekday, weeklyHour: hour })
    const earlier = {
      enabled: before.weeklyEnabled,
      weekday: before.weeklyDay,
      hour: before.weeklyHour,
    }
    const changes = changesBetween(earlier, time)
    if (changes.length > 0) {
      const entry = { action: 'update', kind: 'weekly_report', subject: '', organisationId: null } as const
      await recordChange(tx, { ...entry, changes }, edit)
    }
  })
}

/** Days for which it is known that a week was reported. */
const knownDays = 400

/** Deletes what is known about weeks that are older than 400 days. */
export async function purgeReports(db: Db, now: Date): Promise<void> {
  await db
    .delete(weeklyReports)
    .where(lt(weeklyReports.createdAt, new Date(now.getTime() - knownDays * dayMs)))
}
