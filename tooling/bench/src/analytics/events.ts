import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '@org/api/db/database.ts'
import { openMonths, rebuildRollups } from '@org/api/analytics/analytics.partitions.ts'

/** The days that have events; the dashboards read the last 30 of them, which lie in two months. */
export const days = { first: '2026-01-15', from: '2026-03-16', to: '2026-04-14', count: 90 } as const

/** Clients of one batch of events, each with three widgets. */
export const clientsOfBatch = 200

/** The widgets of a client, by its number from 0 on. */
export function widgetsOf(client: number): string[] {
  return [0, 1, 2].map((widget) => uuidOf(client * 3 + widget + 1))
}

/** A client's own id, as far from its widgets' as can be. */
export function clientId(client: number): string {
  return uuidOf(0x7000_0000 + client)
}

function uuidOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

/** Opens the months that the events lie in. */
export async function openDays(db: Db): Promise<void> {
  for (const month of ['2026-01-15', '2026-03-15']) await openMonths(db, new Date(month))
}

/**
 * Adds a batch: conversations of four messages of clients that no earlier batch has, from 90 days and 20,000 places of
 * which few are large, with 60 products, 40 authors and 11 topics. The same in every run.
 */
export async function addEvents(db: Db, batch: number, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select setseed(${0.1 + batch / 10})`)
    await tx.execute(sql`
      insert into analytics_events (client_id, at, id, widget_id, conversation, role, address_hash, address_masked,
        latitude, longitude, country_code, products, authors, subject)
      select ${uuidSql(sql`${0x7000_0000} + widget / 3`)}, began + turn * interval '20 seconds', gen_random_uuid(),
        ${uuidSql(sql`widget + 1`)}, 'conversation ' || number, case when turn % 2 = 0 then 'user' else 'assistant' end,
        md5(address::text), '203.0.113.0/24', place % 140 - 60 + place % 97 / 100.0, place % 359 - 179.5 + place % 89 / 100.0,
        chr(65 + place % 13) || chr(65 + place % 11),
        case when turn % 2 = 1 and random() < 0.6 then array['Product ' || floor(60 * random() ^ 2)] else '{}' end,
        case when turn % 2 = 1 then array['Author ' || floor(40 * random() ^ 2)] else '{}' end,
        case when turn % 2 = 0 then 'Topic ' || floor(11 * random()) end
      from (
        select number, address, floor(20000 * ((address * 7919 % 100003) / 100003.0) ^ 3)::int as place,
          ${batch * clientsOfBatch * 3} + floor(random() * ${clientsOfBatch * 3})::int as widget,
          ${days.first}::timestamptz + random() * ${days.count * 86_400 - 100} * interval '1 second' as began
        from (
          select number, floor(random() * ${count / 12})::bigint as address
          from generate_series(${(batch * count) / 4}::bigint, ${((batch + 1) * count) / 4 - 1}::bigint) as number
          offset 0
        ) as addressed
        offset 0
      ) as conversation, generate_series(0, 3) as turn
    `)
  })
  await rebuildRollups(db, days.first, days.to)
  await db.execute(sql`vacuum analyze`)
}

function uuidSql(number: SQL): SQL {
  return sql`(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-000000000000')::uuid`
}
