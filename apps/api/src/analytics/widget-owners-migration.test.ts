import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { organisations } from '../db/schema/organisations.ts'
import { newId } from '../platform/process/ids.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'
import { type MessageEvent, ownSite, recordMessages } from './analytics.events.ts'

const file = readFileSync(join(import.meta.dirname, '../db/migrations/0049_widget_owners.sql'), 'utf8')
const statements = file.split('--> statement-breakpoint')
const from = statements.findIndex((statement) => statement.includes('TEMPORARY TABLE widget_periods'))
/** Statements of the migration that fill the client in. */
const rewrites = statements.slice(from)

let database: TestDatabase
const [first, next] = [newId(), newId()]
let widget: string
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  await db.insert(users).values(
    [first, next].map((id) => ({
      id,
      email: `${id}@example.com`,
      passwordHash: '-',
      role: 'client' as const,
    })),
  )
  await db.insert(organisations).values([first, next].map((id) => ({ id, name: id, createdAt: new Date() })))
  widget = await saveConfigurator(db, { name: 'Shop', client_owner: first }, edit('2026-01-01T00:00:00Z'))
  await saveConfigurator(db, { id: widget, name: 'Shop', client_owner: next }, edit('2026-02-10T12:00:00Z'))
})
afterAll(() => database.close())

function edit(at: string) {
  return { actorId: first, at: new Date(at) }
}

function message(clientId: string, at: string, product: string): MessageEvent {
  return {
    id: newId(),
    at: new Date(at),
    clientId,
    widgetId: widget,
    conversation: `of ${product}`,
    role: 'user',
    addressHash: product,
    addressMasked: '203.0.113.0/24',
    place: { latitude: 47.38, longitude: 8.54, countryCode: 'CH' },
    products: [product],
    authors: [],
    subject: 'Sleep',
  }
}

/** Makes the roll-ups as the version before had them: by widget alone. */
async function forgetClients(): Promise<void> {
  const tables = {
    analytics_daily: 'widget_id, kind, day, name, sum(n)::bigint as n',
    analytics_places:
      'widget_id, day, latitude, longitude, max(country_code) as country_code, max(address_masked) as address_masked, sum(n)::bigint as n',
    analytics_visits: 'widget_id, day, conversation, address_hash, bool_or(is_located) as is_located',
  }
  for (const [table, columns] of Object.entries(tables)) {
    const merged = `create table merged as select ${columns} from ${table} group by 1, 2, 3, 4`
    for (const statement of [merged, `drop table ${table}`, `alter table merged rename to ${table}`]) {
      await database.db.execute(sql.raw(statement))
    }
  }
}

const rows = async () => {
  const { rows: counts } = await database.db.execute(sql`
    select client_id::text, kind, day::text, name, n::int from analytics_daily
    union all select client_id::text, 'place', day::text, latitude::text, n::int from analytics_places
    union all select client_id::text, 'visit', day::text, conversation, 1 from analytics_visits
    order by 1, 2, 3, 4`)
  return counts
}

it('gives each day of the statistics to the client who owned the widget', async () => {
  const { db } = database
  const other = newId()
  await db.insert(configurators).values(widgetRow({ id: other, clientOwner: next }))
  await recordMessages(db, [
    message(first, '2026-02-09T10:00:00Z', 'Before'),
    // Both on the day of the hand-over.
    message(first, '2026-02-10T10:00:00Z', 'Morning'),
    message(first, '2026-02-10T11:00:00Z', 'Morning'),
    message(next, '2026-02-10T13:00:00Z', 'Evening'),
    message(next, '2026-02-11T10:00:00Z', 'After'),
    { ...message(ownSite, '2026-02-11T10:00:00Z', 'Site'), widgetId: ownSite },
    { ...message(next, '2026-02-11T10:00:00Z', 'Versionless'), widgetId: other },
    // Messages of these days are deleted below, as after their retention period.
    message(first, '2026-01-05T10:00:00Z', 'Long before'),
    message(next, '2026-02-20T10:00:00Z', 'Long after'),
    { ...message(next, '2026-02-20T10:00:00Z', 'Long after'), widgetId: other },
  ])
  const before = await rows()
  await db.execute(sql`delete from analytics_events where products && '{Long before,Long after}'`)
  await db.execute(sql`
    insert into widget_sightings (embed_id, origin, seen_at, client_id) values
      (${widget}, 'https://before.example', '2026-02-01T00:00:00Z', null),
      (${widget}, 'https://after.example', '2026-02-11T00:00:00Z', null)`)
  await forgetClients()
  await db.transaction(async (tx) => {
    for (const statement of rewrites) await tx.execute(sql.raw(statement))
  })
  expect(await rows()).toEqual(before)
  const sightings = await db.execute(
    sql`select origin, client_id::text from widget_sightings order by origin desc`,
  )
  expect(sightings.rows).toEqual([
    { origin: 'https://before.example', client_id: first },
    { origin: 'https://after.example', client_id: next },
  ])
})
