import { type DataClass, dataClasses, type RetentionRules } from '@org/api-client/contract'
import { lt, type SQL, sql } from 'drizzle-orm'
import { ownSite } from '../analytics/analytics.events.ts'
import { toDay } from '../analytics/days.ts'
import { writeOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db } from '../db/database.ts'
import { outcomeHourly } from '../db/schema/figures.ts'
import { retentionReports, retentionRules } from '../db/schema/operations.ts'

/** Periods of the configuration that limit all others, in days. */
export interface OutcomeRetention {
  outcomeDays: number
  outcomeTextDays: number
  outcomeFigureDays: number
}

/** Days by class of data. */
export type RetentionDays = Record<DataClass, number>

const dayMs = 86_400_000

/** Days of the counts by hour, from which alerts take what is usual. */
const hourlyDays = 40

/** Days for which reports of deletions are listed. */
const reportDays = 400

/** Rows of one statement, so that none runs into the time limit of statements. */
const rowsAtOnce = 5000

/** Returns the periods of the configuration by class. */
export function limitsOf({
  outcomeDays,
  outcomeTextDays,
  outcomeFigureDays,
}: OutcomeRetention): RetentionDays {
  return {
    records: outcomeDays,
    texts: outcomeTextDays,
    ratings: outcomeDays,
    interactions: outcomeDays,
    figures: outcomeFigureDays,
  }
}

/** Applies rules within longer-standing periods: the shorter one of each class. */
export function withinPeriods(periods: RetentionDays, rules: RetentionRules | undefined): RetentionDays {
  const shorter = (name: DataClass) => Math.min(periods[name], rules?.[name] ?? periods[name])
  return {
    records: shorter('records'),
    texts: shorter('texts'),
    ratings: shorter('ratings'),
    interactions: shorter('interactions'),
    figures: shorter('figures'),
  }
}

/** Rules of the deployment, and of the clients that have some. */
export async function readRules(
  db: Db,
): Promise<{ deployment: RetentionRules | undefined; clients: Map<string, RetentionRules> }> {
  const rows = await db.select().from(retentionRules)
  return {
    deployment: rows.find(({ clientId }) => clientId === null),
    clients: new Map(rows.flatMap((row) => (row.clientId === null ? [] : [[row.clientId, row]]))),
  }
}

/**
 * Deletes what is older than the periods of its client and class, and reports it. Clients without rules of their own are
 * purged together.
 */
export async function purgeOutcomes(db: Db, now: Date, configured: OutcomeRetention): Promise<void> {
  for (const purge of purgesOf(await readRules(db), configured)) await purgeOf(db, now, purge)
  await db.delete(outcomeHourly).where(lt(outcomeHourly.hour, daysAgo(now, hourlyDays)))
  await db.delete(retentionReports).where(lt(retentionReports.at, daysAgo(now, reportDays)))
  await writeOperationSettings(db, { retentionRanAt: now })
}

/**
 * Counts what the next run would delete with other rules, by class: of a client, or with null of everybody.
 *
 * @param save rules as they would be saved
 */
export async function previewRetention(
  db: Db,
  save: { clientId: string | null; rules: RetentionRules },
  { now, configured }: { now: Date; configured: OutcomeRetention },
): Promise<Record<DataClass, number>> {
  const { deployment, clients } = await readRules(db)
  const rules =
    save.clientId === null
      ? { deployment: save.rules, clients }
      : { deployment, clients: new Map([...clients, [save.clientId, save.rules]]) }
  const purges = purgesOf(rules, configured).filter(
    ({ clientId }) => save.clientId === null || clientId === save.clientId,
  )
  const counts: Record<DataClass, number> = { records: 0, texts: 0, ratings: 0, interactions: 0, figures: 0 }
  for (const purge of purges) {
    for (const dataClass of dataClasses) {
      const owner = ownerOf(purge, dataClass === 'figures')
      const before = daysAgo(now, purge.days[dataClass])
      const records = daysAgo(now, purge.days.records)
      const { rows } = await db.execute<{ n: number }>(countOf(dataClass, owner, { before, records }))
      counts[dataClass] += rows[0]?.n ?? 0
    }
  }
  return counts
}

/** Clients without rules of their own are purged together. */
function purgesOf(
  { deployment, clients }: Awaited<ReturnType<typeof readRules>>,
  configured: OutcomeRetention,
): Purge[] {
  const shared = withinPeriods(limitsOf(configured), deployment)
  return [
    ...[...clients].map(([clientId, rules]) => ({
      clientId,
      others: [],
      days: withinPeriods(shared, rules),
    })),
    { clientId: null, others: [...clients.keys()], days: shared },
  ]
}

interface Purge {
  /** Null: everybody except `others`. */
  clientId: string | null
  others: readonly string[]
  days: RetentionDays
}

async function purgeOf(db: Db, now: Date, purge: Purge): Promise<void> {
  for (const dataClass of dataClasses) {
    const days = purge.days[dataClass]
    const deleted = await deletions[dataClass](
      db,
      ownerOf(purge, dataClass === 'figures'),
      daysAgo(now, days),
    )
    if (deleted === 0) continue
    await db.insert(retentionReports).values({ at: now, clientId: purge.clientId, dataClass, days, deleted })
  }
}

/** The owner's condition, which every statement leads with. Figures have `ownSite` for no owner. */
function ownerOf({ clientId, others }: Purge, isFigures: boolean): SQL {
  if (clientId !== null) return sql`client_id = ${clientId}::uuid`
  if (others.length === 0) return sql`true`
  const isOther = sql`client_id not in ${others}`
  return isFigures ? isOther : sql`(client_id is null or ${isOther})`
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

type Delete = (db: Db, owner: SQL, before: Date) => Promise<number>

const isOlder = (owner: SQL, before: Date) => sql`${owner} and at < ${before.toISOString()}::timestamptz`

/** Records of answers that have something of a class to delete. */
const olderWith = {
  records: isOlder,
  texts: (owner: SQL, before: Date) => sql`${isOlder(owner, before)} and question is not null`,
  ratings: (owner: SQL, before: Date) => sql`${isOlder(owner, before)} and rating is not null`,
  interactions: (owner: SQL, before: Date) => sql`${isOlder(owner, before)}
    and (cardinality(citations_opened) > 0 or cardinality(products_clicked) > 0)`,
}

/** Statement that counts what a class would lose, without the parts of records that are deleted as a whole. */
function countOf(
  dataClass: DataClass,
  owner: SQL,
  { before, records }: { before: Date; records: Date },
): SQL {
  const stays = dataClass === 'records' ? sql`` : sql`and at >= ${records.toISOString()}::timestamptz`
  return dataClass === 'figures'
    ? sql`select coalesce(sum(answers), 0)::int as n from outcome_daily
        where ${owner} and day < ${toDay(before.getTime())}::date`
    : sql`select count(*)::int as n from answer_outcomes where ${olderWith[dataClass](owner, before)} ${stays}`
}

const deletions: Record<DataClass, Delete> = {
  records: (db, owner, before) => deleteRecords(db, owner, before),
  texts: (db, owner, before) =>
    clear(
      db,
      sql`question = null, answer = null, rating_reason = null, note = '',
        searches = coalesce((select jsonb_agg(search || '{"query": null}') from jsonb_array_elements(searches) as search), '[]')`,
      olderWith.texts(owner, before),
    ),
  ratings: (db, owner, before) =>
    clear(db, sql`rating = null, rating_reason = null`, olderWith.ratings(owner, before)),
  async interactions(db, owner, before) {
    await db.execute(
      sql`delete from product_clicks where ${owner} and at < ${before.toISOString()}::timestamptz`,
    )
    return clear(
      db,
      sql`citations_opened = '{}', products_clicked = '{}'`,
      olderWith.interactions(owner, before),
    )
  },
  async figures(db, owner, before) {
    const { rows } = await db.execute<{ n: number }>(sql`
      with gone as (
        delete from outcome_daily where ${owner} and day < ${toDay(before.getTime())}::date returning answers
      )
      select coalesce(sum(answers), 0)::int as n from gone`)
    // The figures' condition on the owner has `ownSite` for none.
    await db.execute(sql`
      delete from widget_orders where id in (
        select id from (
          select id, at, coalesce(client_id, ${ownSite}::uuid) as client_id from widget_orders
        ) as owned
        where ${owner} and at < ${before.toISOString()}::timestamptz
      )`)
    return rows[0]?.n ?? 0
  },
}

function deleteRecords(db: Db, owner: SQL, before: Date): Promise<number> {
  return inBatches((limit) =>
    db.execute(sql`
      delete from answer_outcomes where id in (
        select id from answer_outcomes where ${olderWith.records(owner, before)} limit ${limit}
      ) returning 1`),
  )
}

function clear(db: Db, set: SQL, where: SQL): Promise<number> {
  return inBatches((limit) =>
    db.execute(sql`
      update answer_outcomes set ${set} where id in (
        select id from answer_outcomes where ${where} limit ${limit}
      ) returning 1`),
  )
}

async function inBatches(run: (limit: number) => Promise<{ rows: unknown[] }>): Promise<number> {
  let total = 0
  for (;;) {
    const { length } = (await run(rowsAtOnce)).rows
    total += length
    if (length < rowsAtOnce) return total
  }
}
