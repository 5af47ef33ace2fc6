import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../tests/measurement/statement-counter.ts'
import { openTestApp, post, type TestApp } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { purgeVisits } from '../analytics/analytics.partitions.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { newId } from '../platform/process/ids.ts'
import { erasePerson } from './erase-person.ts'
import { inParts } from './in-parts.ts'
import { personalData } from './personal-data.ts'

/** Entries of 6 KB that no compression makes small: 60 KB of them are read at once. */
const entries = 300
const leastParts = 20

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
  const text = sql`(select string_agg(md5(random()::text || n || k), '') from generate_series(1, 200) k)`
  await test.database.db.execute(sql`
    insert into audit_entries (at, action, kind, subject, changes)
    select now(), 'update', 'llm_settings', 'Entry ' || n,
      jsonb_build_array(jsonb_build_object('field', 'prompt', 'before', ${text}, 'after', null))
    from generate_series(1, ${entries}) n`)
})
afterAll(() => test.close())

const audit = { table: sql`audit_entries`, key: sql`id`, column: sql`changes` }

describe('a scan in parts', () => {
  it('reaches every row once', async () => {
    const { db } = test.database
    const statements = countStatements()
    await db.transaction((tx) =>
      inParts(
        tx,
        { ...audit, where: sql`kind = 'llm_settings'` },
        (part) => sql`update audit_entries set subject = '' where ${part}`,
      ),
    )
    expect(statements()).toBeGreaterThan(2 * leastParts)
    // Each row has one more link in the chain.
    const { rows } = await db.execute(sql`
      select links, count(*)::int as n from (select count(*)::int as links from audit_chain group by entry_id) as each
      group by 1`)
    expect(rows).toEqual([{ links: 2, n: entries }])
  })

  it('erases the address of a deleted account from the settings that name it, and from them alone', async () => {
    const { db } = test.database
    const user = await test.addUser()
    const named = [{ field: 'email', before: user.email.toUpperCase(), after: null }]
    const other = [{ field: 'email', before: `an-${user.email}`, after: null }]
    for (const changes of [named, other]) {
      const entry = { action: 'update', kind: 'configurator', subject: 'Named', changes } as const
      await db.insert(auditEntries).values({ ...entry, at: new Date() })
    }
    await db.transaction((tx) => erasePerson(tx, personalData, { ...user, organisationIds: [] }))
    const rows = await db
      .select()
      .from(auditEntries)
      .where(like(auditEntries.subject, 'Named'))
      .orderBy(auditEntries.id)
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'email', before: null, after: null }],
      other,
    ])
    expect(await db.$count(auditEntries, eq(auditEntries.kind, 'llm_settings'))).toBe(entries)
  })
})

describe('many statistics', () => {
  const rows = 2500
  const tables = ['analytics_events', 'analytics_visits', 'analytics_daily', 'answer_outcomes']

  it('of a deleted client are moved or deleted by statements of a thousand rows at most', async () => {
    const { db } = test.database
    const client = await test.addUser({ role: 'client' })
    const ids = sql`${client.id}::uuid, ${newId()}::uuid`
    const many = sql`from generate_series(1, ${rows}) n`
    await db.execute(sql`
      insert into analytics_events (client_id, widget_id, at, id, conversation, role, address_hash, address_masked)
      select ${ids}, now(), gen_random_uuid(), n, 'user', n, '' ${many}`)
    await db.execute(sql`
      insert into analytics_visits (client_id, widget_id, day, conversation, address_hash, is_located)
      select ${ids}, now()::date, n, n, false ${many}`)
    await db.execute(sql`
      insert into analytics_daily (client_id, widget_id, kind, day, name, n)
      select ${ids}, 'product', now()::date, n, 1 ${many}`)
    await db.execute(sql`
      insert into answer_outcomes (client_id, widget_id, id, at, ending, language, model, tokens, total_ms, searches, citations, products)
      select ${ids}, gen_random_uuid(), now(), 'complete', 'en', 'local', 1, 1, '[]', '[]', '{}' ${many}`)
    await db.execute(sql`create table statements (changed text, n int)`)
    await db.execute(sql`
      create function note_statement() returns trigger language plpgsql as $$ begin
        insert into statements select tg_table_name, count(*) from gone; return null;
      end $$`)
    for (const table of tables) {
      for (const change of ['update', 'delete']) {
        await db.execute(
          sql.raw(`create trigger note_${change} after ${change} on ${table}
            referencing old table as gone for each statement execute function note_statement()`),
        )
      }
    }
    const cookie = await test.signIn(client)
    const deleted = await post(test.app, '/api/account/delete', { password: client.password }, { cookie })
    expect(deleted.status).toBe(200)
    const { rows: noted } = await db.execute<{ changed: string; most: number; sum: number }>(sql`
      select changed, max(n)::int as most, sum(n)::int as sum from statements group by 1 order by 1`)
    expect(noted.map(({ changed, sum }) => [changed, sum])).toEqual(
      tables.toSorted().map((name) => [name, rows]),
    )
    expect(Math.max(...noted.map(({ most }) => most))).toBeLessThanOrEqual(1000)
    const left = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from analytics_events where client_id = ${ownSite}::uuid
      union all select count(*)::int from analytics_visits where client_id = ${ownSite}::uuid
      union all select count(*)::int from analytics_daily where client_id = ${ownSite}::uuid`)
    expect(left.rows.map(({ n }) => n)).toEqual([rows, rows, rows])
  })

  it('of a month that has passed its period are deleted by such statements, too', async () => {
    const { db } = test.database
    await db.execute(sql`delete from statements`)
    await db.execute(sql`
      insert into analytics_visits (client_id, widget_id, day, conversation, address_hash, is_located)
      select ${ownSite}::uuid, ${ownSite}::uuid, '2001-01-01', n, n, false from generate_series(1, ${rows}) n`)
    await purgeVisits(db, new Date(), { analyticsDays: 400 })
    const { rows: noted } = await db.execute<{ most: number; sum: number }>(
      sql`select max(n)::int as most, sum(n)::int as sum from statements`,
    )
    expect(noted).toEqual([{ most: 1000, sum: rows }])
  })
})
