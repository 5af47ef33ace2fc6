import { type SQL, sql } from 'drizzle-orm'
import {
  dailyMessages,
  estimateVisitors,
  placesOf,
  topOf,
  visitorsOf,
} from '@org/api/analytics/analytics.store.ts'
import { type OwnedWidgets, rollupsOf, type Scope, withSource } from '@org/api/analytics/analytics.source.ts'
import type { Db } from '@org/api/db/database.ts'
import { clientId, days, widgetsOf } from './events.ts'

/** A question of a dashboard: how ours reads it, and what it would be over the messages themselves. */
export interface Query {
  what: string
  /** Milliseconds that ours may take; left out: shown alone. */
  bar?: number
  ours: (db: Db, client: number) => Promise<unknown>
  /** Left out where ours reads the messages as well. */
  raw?: (client: number) => SQL
}

const range = {
  from: days.from,
  to: days.to,
  days: Array.from({ length: 30 }, (_, index) =>
    new Date(Date.parse(days.from) + index * 86_400_000).toISOString().slice(0, 10),
  ),
}

const everything = rollupsOf('everything')
const scopeOf = (client: number): OwnedWidgets => ({ clientId: clientId(client), widgets: widgetsOf(client) })
const clientSource = (client: number) => rollupsOf(scopeOf(client))
const inRange = sql`at >= ${days.from}::timestamptz and at < ${days.to}::timestamptz + interval '1 day'`
const ofClient = (client: number): SQL => sql`client_id = ${clientId(client)}::uuid and ${inRange}`
const products = (where: SQL): SQL => sql`
  select name, count(*) from analytics_events, unnest(products) as name where ${where}
  group by 1 order by 2 desc, 1 limit 10`
const places = (where: SQL, limit: number): SQL => sql`
  select round(latitude * 100), round(longitude * 100), max(country_code), count(*) from analytics_events
  where ${where} and role = 'user' and latitude is not null group by 1, 2 order by 4 desc limit ${limit}`
const summary = (where: SQL): SQL => sql`
  select count(*) filter (where role = 'user'), count(*), count(distinct conversation), count(distinct address_hash)
  from analytics_events where ${where}`

export const queries: readonly Query[] = [
  {
    what: 'everything, top products of 30 days',
    bar: 15,
    ours: (db) => topOf(db, everything, 'product', range),
    raw: () => products(inRange),
  },
  {
    what: 'everything, totals of each day',
    bar: 10,
    ours: (db) => dailyMessages(db, everything, range),
    raw: () => sql`
      select (at at time zone 'UTC')::date, role, count(*) from analytics_events where ${inRange} group by 1, 2`,
  },
  {
    what: 'one client, top products',
    bar: 6,
    ours: (db, client) => topOf(db, clientSource(client), 'product', range),
    raw: (client) => products(ofClient(client)),
  },
  {
    what: 'one client, summary with distinct conversations and addresses',
    bar: 15,
    ours: async (db, client) => {
      const source = clientSource(client)
      return [await dailyMessages(db, source, range), await visitorsOf(db, source, range)]
    },
    raw: (client) => summary(ofClient(client)),
  },
  {
    what: 'one client, places on the map (the 2,000 largest) and countries',
    bar: 15,
    ours: (db, client) => placesOf(db, clientSource(client), range),
    raw: (client) => places(ofClient(client), 2000),
  },
  {
    what: 'everything, places on the map (the 5,000 largest) and countries',
    bar: 100,
    ours: (db) => placesOf(db, everything, range),
    raw: () => places(inRange, 5000),
  },
  {
    what: 'everything, distinct conversations and addresses, estimated',
    ours: async (db) => {
      const { total } = await dailyMessages(db, everything, range)
      const messages = total.reduce((sum, count) => sum + count, 0)
      return estimateVisitors(db, everything, range, Math.min(1, 200_000 / messages))
    },
    raw: () => summary(inRange),
  },
  {
    what: 'one client, top authors in conversations about a product',
    ours: (db, client) => authorsBesideProduct(db, scopeOf(client)),
  },
  {
    what: 'everything, top authors in conversations about a product',
    ours: (db) => authorsBesideProduct(db, 'everything'),
  },
]

function authorsBesideProduct(db: Db, scope: Scope): Promise<unknown> {
  return withSource(db, { scope, filter: { product: 'Product 3' }, range }, (reader, source) =>
    topOf(reader, source, 'author', range),
  )
}
