import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { Source } from './analytics.source.ts'
import type { DayRange } from './days.ts'

/** A name and how often it came up. */
export interface CountedName {
  name: string
  count: number
}

/** A name and its count of each day. */
export interface DailySeries {
  name: string
  daily: number[]
}

/** A kind of thing that is counted by name. */
export type NamedKind = 'product' | 'author' | 'subject'

/** Number of names in a top chart. */
const topNames = 10
/** Number of names with a series of their own (specification 2, section 9). */
const topSeries = 5

/** Messages of each day, those of people and all. */
export async function dailyMessages(
  db: Db,
  source: Source,
  { from, to, days }: DayRange,
): Promise<{ user: number[]; total: number[] }> {
  const { rows } = await db.execute<{ day: string; role: string; n: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind as role, sum(n)::float8 as n from ${source.daily}
    where kind in ('user', 'assistant') and day between ${from}::date and ${to}::date
    group by 1, 2
  `)
  const count = (role: string, day: string) =>
    rows.find((row) => row.role === role && row.day === day)?.n ?? 0
  const user = days.map((day) => count('user', day))
  return { user, total: days.map((day, index) => (user[index] ?? 0) + count('assistant', day)) }
}

/** The names of a kind that came up most, and how often any did. */
export async function topOf(
  db: Db,
  source: Source,
  kind: NamedKind,
  { from, to }: DayRange,
): Promise<{ top: CountedName[]; total: number }> {
  const { rows } = await db.execute<{ name: string; count: number; total: number }>(sql`
    select name, sum(n)::float8 as count, (sum(sum(n)) over ())::float8 as total from ${source.daily}
    where kind = ${kind} and day between ${from}::date and ${to}::date
    group by name order by 2 desc, 1 limit ${topNames}
  `)
  return { top: rows.map(({ name, count }) => ({ name, count })), total: rows[0]?.total ?? 0 }
}

/** A line for each of the first five names. */
export async function seriesOf(
  db: Db,
  source: Source,
  kind: NamedKind,
  top: readonly CountedName[],
  { from, to, days }: DayRange,
): Promise<DailySeries[]> {
  const names = top.slice(0, topSeries).map(({ name }) => name)
  if (names.length === 0) return []
  const { rows } = await db.execute<{ day: string; name: string; n: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, name, sum(n)::float8 as n from ${source.daily}
    where kind = ${kind} and day between ${from}::date and ${to}::date and name in ${names}
    group by 1, 2
  `)
  const counts = new Map(rows.map(({ day, name, n }) => [`${day} ${name}`, n]))
  return names.map((name) => ({ name, daily: days.map((day) => counts.get(`${day} ${name}`) ?? 0) }))
}

/** A place and how many questions came from there; degrees with two decimals. */
export interface Place {
  latitude: number
  longitude: number
  count: number
  countryCode: string
  addressMasked: string
}

/** The places with the most questions, and the countries of all places. */
export async function placesOf(
  db: Db,
  source: Source,
  range: DayRange,
): Promise<{ places: Place[]; countries: { code: string; count: number }[] }> {
  const { from, to } = range
  const { rows: places } = await db.execute<Pick<Place, keyof Place>>(sql`
    select latitude / 100.0::float8 as latitude, longitude / 100.0::float8 as longitude, count,
      country_code as "countryCode", address_masked as "addressMasked"
    from ${source.places(range)} order by count desc, 1, 2
  `)
  const { rows: countries } = await db.execute<{ code: string; count: number }>(sql`
    select name as code, sum(n)::float8 as count from ${source.daily}
    where kind = 'country' and day between ${from}::date and ${to}::date group by 1 order by 2 desc, 1
  `)
  return { places, countries }
}

/** Distinct conversations and addresses, exactly; an address is resolved when its place was known at least once. */
export interface Visitors {
  conversations: number
  addresses: number
  resolved: number
}

/** Counts everybody. */
export async function visitorsOf(db: Db, source: Source, { from, to }: DayRange): Promise<Visitors> {
  const visits = sql`${source.visits} where day between ${from}::date and ${to}::date`
  const { rows } = await db.execute<Pick<Visitors, keyof Visitors>>(sql`
    select conversations::float8, addresses::float8, resolved::float8 from
      (select count(*) as conversations from (select distinct conversation from ${visits}) as each) as one,
      (
        select count(*) as addresses, count(*) filter (where is_located) as resolved
        from (select address_hash, bool_or(is_located) as is_located from ${visits} group by 1) as each
      ) as other
  `)
  return rows[0] ?? { conversations: 0, addresses: 0, resolved: 0 }
}

/** Number of hash buckets of conversations and addresses; the indexes use the same buckets. */
const parts = 4096

/**
 * Counts a part of everybody, and takes the others for the same.
 *
 * @param share how much is counted, more than 0 and at most 1
 */
export async function estimateVisitors(
  db: Db,
  source: Source,
  { from, to }: DayRange,
  share: number,
): Promise<Visitors> {
  const counted = Math.ceil(share * parts)
  const days = sql`day between ${from}::date and ${to}::date`
  const { rows } = await db.execute<Pick<Visitors, keyof Visitors>>(sql`
    select conversations::float8, addresses::float8, resolved::float8 from
      (
        select count(*) as conversations from (
          select distinct conversation from ${source.visits}
          where (hashtext(conversation) & 4095) < ${counted}::int and ${days}
        ) as each
      ) as one,
      (
        select count(*) as addresses, count(*) filter (where is_located) as resolved from (
          select address_hash, bool_or(is_located) as is_located from ${source.visits}
          where (hashtext(address_hash) & 4095) < ${counted}::int and ${days} group by 1
        ) as each
      ) as other
  `)
  const whole = (count = 0) => Math.round((count * parts) / counted)
  const [found] = rows
  return {
    conversations: whole(found?.conversations),
    addresses: whole(found?.addresses),
    resolved: whole(found?.resolved),
  }
}
