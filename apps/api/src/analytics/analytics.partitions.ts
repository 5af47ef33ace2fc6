import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { countInto, counted } from './analytics.events.ts'

const rollups = ['analytics_daily', 'analytics_daily_global', 'analytics_places', 'analytics_visits'] as const

/**
 * Makes the roll-ups of some days anew from the events. Safe to run again, and while messages come in: those wait.
 *
 * @param from the first UTC day, `YYYY-MM-DD`
 * @param to the last
 */
export async function rebuildRollups(db: Db, from: string, to: string): Promise<void> {
  const ofDays = (day: SQL) => sql`${day} between ${from}::date and ${to}::date`
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table analytics_events in share row exclusive mode`)
    for (const table of rollups) {
      await tx.execute(sql`delete from ${sql.identifier(table)} where ${ofDays(sql`day`)}`)
    }
    // A month adds up its days: those that are made anew are taken out of each sum.
    await tx.execute(sql`
      update analytics_places_monthly set upto = array(
        select sum(case when ${ofDays(sql`month + d - 1`)} then 0 else upto[d] - coalesce(upto[d - 1], 0) end)
          over (order by d)
        from generate_series(1, 31) as d order by d
      )
      where month between date_trunc('month', ${from}::date)::date and ${to}::date
    `)
    await tx.execute(
      countInto(sql`
        select ${counted} from analytics_events
        where at >= ${from}::date::timestamp at time zone 'UTC'
          and at < (${to}::date + 1)::timestamp at time zone 'UTC'
      `),
    )
  })
}

const dayMs = 86_400_000

/** Opens this month and the next, and deletes messages of months that ended before the retention period. */
export async function maintainPartitions(
  db: Db,
  now: Date,
  { analyticsDays }: { analyticsDays: number },
): Promise<void> {
  await openMonths(db, now)
  await dropMonths(db, firstKept(now, analyticsDays))
}

/** Deletes the rows that distinct counts are counted from, with the messages of their month. */
export async function purgeVisits(
  db: Db,
  now: Date,
  { analyticsDays }: { analyticsDays: number },
): Promise<void> {
  const day = firstKept(now, analyticsDays).toISOString().slice(0, 10)
  // A month goes at once, which may be millions of rows: a statement ends after 15 s.
  const some = sql`select ctid from analytics_visits where day < ${day}::date limit ${visitsAtOnce}`
  const next = () =>
    db.execute(sql`
      delete from analytics_visits where day < ${day}::date and ctid = any(array(${some})) returning 1`)
  while ((await next()).rows.length > 0);
}

/** Visits that one statement deletes. */
const visitsAtOnce = 1000

/** The first day of the month that the retention period begins in. */
function firstKept(now: Date, days: number): Date {
  const start = new Date(now.getTime() - days * dayMs)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1))
}

/** Makes the tables of this month and the next, where messages are to go. Several instances may do so at once. */
export async function openMonths(db: Db, now: Date): Promise<void> {
  for (const ahead of [0, 1]) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1))
    await openMonth(db, first, next)
  }
}

async function openMonth(db: Db, first: Date, next: Date): Promise<void> {
  const name = `analytics_events_${first.toISOString().slice(0, 7).replace('-', '_')}`
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7305911403)`)
    const { rows } = await tx.execute(sql`select 1 from pg_class where relname = ${name}`)
    if (rows.length > 0) return
    // Rows that arrived before their month's partition existed move in; a partition cannot be attached while another table holds its rows.
    const bounds = sql`at >= ${first.toISOString()}::timestamptz and at < ${next.toISOString()}::timestamptz`
    await tx.execute(sql`create table ${sql.identifier(name)} (like analytics_events including all)`)
    await tx.execute(sql`
      with moved as (delete from analytics_events_other where ${bounds} returning *)
      insert into ${sql.identifier(name)} select * from moved
    `)
    await tx.execute(sql`
      alter table analytics_events attach partition ${sql.identifier(name)}
      for values from (${sql.raw(`'${first.toISOString()}'`)}) to (${sql.raw(`'${next.toISOString()}'`)})
    `)
  })
}

/** Deletes months of messages that ended before a moment. The roll-ups, which name nobody, stay. */
export async function dropMonths(db: Db, before: Date): Promise<void> {
  // Messages that no month was open for.
  await db.execute(sql`delete from analytics_events_other where at < ${before.toISOString()}::timestamptz`)
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relname ~ '^analytics_events_[0-9]{4}_[0-9]{2}$'
  `)
  for (const { name } of rows) {
    const [year = 0, month = 0] = name.split('_').slice(-2).map(Number)
    // Months count from 0 in JavaScript, so that this is the first day of the next one.
    if (Date.UTC(year, month, 1) > before.getTime()) continue
    await db.execute(sql`drop table if exists ${sql.identifier(name)}`)
  }
}
