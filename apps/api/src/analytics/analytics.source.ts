import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { counted, named, placed } from './analytics.events.ts'
import type { DayRange } from './days.ts'

/** Messages of all widgets, or of some while a client owned them. */
export type Scope = 'everything' | OwnedWidgets

/** Widgets of a client. */
export interface OwnedWidgets {
  /** Null: of every client, for an administrator. */
  clientId: string | null
  widgets: readonly string[]
}

/** Filter: conversations must match every given value. */
export interface Filter {
  product?: string | undefined
  author?: string | undefined
  topic?: string | undefined
  country?: string | undefined
}

/** SQL sources of the figures. Each part goes after `from` and has the columns of its roll-up. */
export interface Source {
  /** `kind`, `day`, `name`, `n`. */
  daily: SQL
  /** The largest: `latitude`, `longitude` (hundredths of a degree), `count`, `country_code`, `address_masked`. */
  places: (range: DayRange) => SQL
  /** `day`, `conversation`, `address_hash`, `is_located`. */
  visits: SQL
}

/** Largest number of map points, for some widgets and for all. */
const mostPlaces = { some: 2000, all: 5000 }

/**
 * Gives a reader its source: the roll-ups, whose cost does not grow with the messages. With a filter it is the messages
 * of the conversations that match, read once.
 */
export async function withSource<Result>(
  db: Db,
  { scope, filter, range }: { scope: Scope; filter: Filter; range: DayRange },
  read: (db: Db, source: Source) => Promise<Result>,
): Promise<Result> {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return read(db, rollupsOf(scope))
  const { from, to } = range
  // Messages of some widgets are few and read once; all messages, several at a time for each condition, with less to keep.
  const once = scope === 'everything' ? sql`not materialized` : sql`materialized`
  const met = conditions.map(
    (condition) =>
      sql`(widget_id, conversation) in (select widget_id, conversation from told where ${condition})`,
  )
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table matching on commit drop as
      with told as ${once} (
        select ${counted} from analytics_events
        where ${within(scope)} and at >= ${from}::date::timestamp at time zone 'UTC'
          and at < (${to}::date + 1)::timestamp at time zone 'UTC'
      )
      select * from told where ${sql.join(met, sql` and `)}
    `)
    return read(tx, matchingSource(scope))
  })
}

/** The source without a filter. */
export function rollupsOf(scope: Scope): Source {
  if (scope === 'everything') {
    return {
      daily: sql`analytics_daily_global`,
      places: placesOfAll,
      visits: sql`analytics_visits`,
    }
  }
  const own = rowsOf(scope)
  return {
    daily: sql`(select kind, day, name, n from analytics_daily where ${own}) as daily`,
    places: ({ from, to }) =>
      largest(
        sql`analytics_places where ${own} and day between ${from}::date and ${to}::date`,
        mostPlaces.some,
      ),
    visits: sql`(select day, conversation, address_hash, is_located from analytics_visits where ${own}) as visits`,
  }
}

/** Reads monthly rows that hold cumulative counts up to any day: one row per place, not per day. */
function placesOfAll({ from, to }: DayRange): SQL {
  const [first, last] = [monthAndDay(from), monthAndDay(to)]
  const count = sql`sum(
    upto[case month when ${last.month}::date then ${last.day}::int else 31 end]
    - case month when ${first.month}::date then coalesce(upto[${first.day}::int - 1], 0) else 0 end
  )`
  return sql`(
    select latitude, longitude, count::float8, country_code, address_masked from (
      select latitude, longitude, ${count} as count from analytics_places_monthly
      where month between ${first.month}::date and ${last.month}::date
      group by 1, 2 having ${count} > 0 order by 3 desc, 1, 2 limit ${mostPlaces.all}
    ) as largest join analytics_cells using (latitude, longitude)
  ) as places`
}

function monthAndDay(date: string): { month: string; day: number } {
  return { month: `${date.slice(0, 7)}-01`, day: Number(date.slice(8)) }
}

/** Sums rows by their location. A client's rows contain only the client's own visitors. */
function largest(rows: SQL, most: number): SQL {
  return sql`(
    select latitude, longitude, ${sumOfPlaces} as count, max(country_code collate "C") as country_code,
      max(address_masked collate "C") as address_masked
    from ${rows} group by 1, 2 order by 3 desc, 1, 2 limit ${most}
  ) as places`
}

// Counts of a day and place are small, and whole numbers are added several times as fast as `bigint`.
const sumOfPlaces = sql`sum(n::int)::float8`

function matchingSource(scope: Scope): Source {
  return {
    daily: sql`(select kind, day, name, 1 as n from (${named(sql`matching`)}) as named) as daily`,
    places: () =>
      largest(
        sql`(select *, 1 as n from (${placed(sql`matching`)}) as placed) as counted`,
        scope === 'everything' ? mostPlaces.all : mostPlaces.some,
      ),
    visits: sql`(select day, conversation, address_hash, latitude is not null as is_located from matching) as visits`,
  }
}

/** Returns one condition per filter; each may match another message of the conversation. */
export function conditionsOf({ product, author, topic, country }: Filter): SQL[] {
  return [
    ...(product === undefined ? [] : [sql`${product} = any(products)`]),
    ...(author === undefined ? [] : [sql`${author} = any(authors)`]),
    ...(topic === undefined ? [] : [sql`subject = ${topic}`]),
    ...(country === undefined ? [] : [sql`country_code = ${country}`]),
  ]
}

/** The owner's condition leads; no widget at all has no rows. */
function within(scope: Scope): SQL {
  if (scope === 'everything') return sql`true`
  const { clientId, widgets } = scope
  if (widgets.length === 0) return sql`false`
  return clientId === null
    ? sql`widget_id in ${widgets}`
    : sql`client_id = ${clientId}::uuid and widget_id in ${widgets}`
}

/** The same for roll-ups, whose keys begin with the client: for an administrator with each owner of the widgets. */
function rowsOf(scope: OwnedWidgets): SQL {
  if (scope.clientId !== null || scope.widgets.length === 0) return within(scope)
  // Each step seeks the next owner and widget in the key; a plain "distinct" would read every row.
  return sql`(client_id, widget_id) in (
    with recursive owned as (
      (select client_id, widget_id from analytics_daily order by client_id, widget_id limit 1)
      union all
      select next.client_id, next.widget_id from owned cross join lateral (
        select client_id, widget_id from analytics_daily
        where (client_id, widget_id) > (owned.client_id, owned.widget_id) order by client_id, widget_id limit 1
      ) as next
    )
    select client_id, widget_id from owned where ${within(scope)}
  )`
}
