import { like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../tests/measurement/statement-counter.ts'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { auditEntries } from '../db/schema/admin.ts'
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
    const statements = countStatements(test.database)
    await db.transaction((tx) =>
      inParts(
        tx,
        { ...audit, where: sql`kind = 'llm_settings'` },
        (part) => sql`update audit_entries set count = count + 1 where ${part}`,
      ),
    )
    expect(statements()).toBeGreaterThan(2 * leastParts)
    const { rows } = await db.execute(sql`select count, count(*)::int as n from audit_entries group by 1`)
    expect(rows).toEqual([{ count: 2, n: entries }])
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
    await db.transaction((tx) => erasePerson(tx, personalData, user))
    const rows = await db
      .select()
      .from(auditEntries)
      .where(like(auditEntries.subject, 'Named'))
      .orderBy(auditEntries.id)
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'email', before: null, after: null }],
      other,
    ])
    expect(await db.$count(auditEntries, like(auditEntries.subject, 'Entry %'))).toBe(entries)
  })
})
