import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
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

/** Whose messages: everybody's, or those of some widgets. */
export type Scope = 'everything' | readonly string[]

/** How many names a chart of the largest has. */
const topNames = 10
/** How many of them have a line of their own (specification 2, section 9). */
const topSeries = 5
/** How many places a map gets: of some widgets, and of everything. */
const mostPlaces = { some: 2000, all: 5000 }

// Nothing but roll-ups is read here: what a dashboard costs does not grow with the messages.

/** Messages of each day, those of people and all. */
export async function dailyMessages(
  db: Db,
  scope: Scope,
  { from, to, days }: DayRange,
): Promise<{ user: number[]; total: number[] }> {
  const { rows } = await db.execute<{ day: string; role: string; n: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind as role, sum(n)::float8 as n from ${daily(scope)}
    where ${within(scope)} kind in ('user', 'assistant') and day between ${from}::date and ${to}::date
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
  scope: Scope,
  kind: NamedKind,
  { from, to }: DayRange,
): Promise<{ top: CountedName[]; total: number }> {
  const { rows } = await db.execute<{ name: string; count: number; total: number }>(sql`
    select name, sum(n)::float8 as count, (sum(sum(n)) over ())::float8 as total from ${daily(scope)}
    where ${within(scope)} kind = ${kind} and day between ${from}::date and ${to}::date
    group by name order by 2 desc, 1 limit ${topNames}
  `)
  return { top: rows.map(({ name, count }) => ({ name, count })), total: rows[0]?.total ?? 0 }
}

/** A line for each of the first five names. */
export async function seriesOf(
  db: Db,
  scope: Scope,
  kind: NamedKind,
  top: readonly CountedName[],
  { from, to, days }: DayRange,
): Promise<DailySeries[]> {
  const names = top.slice(0, topSeries).map(({ name }) => name)
  if (names.length === 0) return []
  const { rows } = await db.execute<{ day: string; name: string; n: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, name, sum(n)::float8 as n from ${daily(scope)}
    where ${within(scope)} kind = ${kind} and day between ${from}::date and ${to}::date and name in ${names}
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
  scope: Scope,
  { from, to }: DayRange,
): Promise<{ places: Place[]; countries: { code: string; count: number }[] }> {
  const table = sql.identifier(scope === 'everything' ? 'analytics_places_global' : 'analytics_places')
  const range = sql`${within(scope)} day between ${from}::date and ${to}::date`
  const { rows: places } = await db.execute<Pick<Place, keyof Place>>(sql`
    select latitude / 100.0::float8 as latitude, longitude / 100.0::float8 as longitude, sum(n)::float8 as count,
      max(country_code) as "countryCode", max(address_masked) as "addressMasked"
    from ${table} where ${range} group by 1, 2
    order by 3 desc, 1, 2 limit ${scope === 'everything' ? mostPlaces.all : mostPlaces.some}
  `)
  const { rows: countries } = await db.execute<{ code: string; count: number }>(sql`
    select country_code as code, sum(n)::float8 as count from ${table}
    where ${range} and country_code <> '' group by 1 order by 2 desc, 1
  `)
  return { places, countries }
}

/** Distinct conversations and addresses; an address is resolved when its place was known at least once. */
export async function visitorsOf(
  db: Db,
  scope: Scope,
  { from, to }: DayRange,
): Promise<{ conversations: number; addresses: number; resolved: number }> {
  const { rows } = await db.execute<{ conversations: number; addresses: number; resolved: number }>(sql`
    select count(distinct conversation)::float8 as conversations,
      count(distinct address_hash)::float8 as addresses,
      (count(distinct address_hash) filter (where is_located))::float8 as resolved
    from analytics_visits where ${within(scope)} day between ${from}::date and ${to}::date
  `)
  return rows[0] ?? { conversations: 0, addresses: 0, resolved: 0 }
}

function daily(scope: Scope): SQL {
  return sql`${sql.identifier(scope === 'everything' ? 'analytics_daily_global' : 'analytics_daily')}`
}

/** The beginning of a condition; no widget at all has no rows. */
function within(scope: Scope): SQL {
  if (scope === 'everything') return sql``
  return scope.length === 0 ? sql`false and` : sql`widget_id in ${scope} and`
}
