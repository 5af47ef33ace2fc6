import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { validateConstraints } from '../db/validate-constraints.ts'
import { newId } from '../platform/process/ids.ts'

const folder = join(import.meta.dirname, '../db/migrations')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
const migration = files.findIndex((name) => name.endsWith('_organisations.sql'))

const [client, former, user, admin] = [newId(), newId(), newId(), newId()]
let database: Database
beforeAll(async () => {
  database = await openDatabase({ memory: true })
  for (const name of files.slice(0, migration)) await run(name)
}, 120_000)
afterAll(() => database.close())

/** Runs a migration as the server does, in one transaction. */
async function run(name: string): Promise<void> {
  const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint')
  await database.db.transaction(async (tx) => {
    for (const statement of statements) {
      if (statement.trim() !== '') await tx.execute(sql.raw(statement))
    }
  })
}

async function read<Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await database.db.execute<Row>(statement)
  return rows
}

it('makes an organisation of each client, and changes no stored id of a client', async () => {
  const { db } = database
  await db.execute(sql`
    insert into users (id, email, password_hash, role) values
      (${client}, 'client@example.com', '-', 'client'), (${former}, 'former@example.com', '-', null),
      (${user}, 'user@example.com', '-', null), (${admin}, 'admin@example.com', '-', 'admin')`)
  for (const id of [client, former]) {
    await db.execute(sql`
      insert into budgets (id, client_id, amount_micros, alert_percent, hard_stop, updated_at)
      values (${newId()}, ${id}, 1, 80, false, now())`)
  }
  await db.execute(sql`insert into client_steps (user_id, step, done_at) values (${client}, 'look', now())`)
  for (const [id, role] of [
    [client, 'client'],
    [admin, 'admin'],
  ]) {
    await db.execute(sql`
      insert into api_keys (id, user_id, role, name, scopes, created_at)
      values (${newId()}, ${id}, ${role}, 'key', '{}', now())`)
  }

  await run(files[migration] ?? '')
  const unchecked = sql`select conname from pg_constraint where not convalidated`
  expect((await read(unchecked)).length).toBeGreaterThan(20)
  await validateConstraints(db)
  expect(await read(unchecked)).toEqual([])

  expect(await read(sql`select id::text, name from organisations order by name`)).toEqual([
    { id: client, name: 'client@example.com' },
    { id: former, name: 'former@example.com' },
  ])
  // Nobody acts for the organisation of an account that is no client any more.
  expect(
    await read(
      sql`select organisation_id::text as id, account_id::text as account, role from organisation_members`,
    ),
  ).toEqual([{ id: client, account: client, role: 'owner' }])
  expect(await read(sql`select client_id::text as id from budgets order by 1`)).toEqual(
    [{ id: client }, { id: former }].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  )
  expect(await read(sql`select client_id::text as id from client_steps`)).toEqual([{ id: client }])
  const keys = sql`select user_id::text as maker, organisation_id::text as organisation from api_keys order by 1`
  expect(await read(keys)).toEqual(
    [
      { maker: client, organisation: client },
      { maker: admin, organisation: null },
    ].toSorted((left, right) => (left.maker < right.maker ? -1 : 1)),
  )
})

it('lets the rows of a client go with its organisation, and not with an account', async () => {
  const { db } = database
  await db.execute(sql`delete from users where id = ${former}`)
  expect(await read(sql`select 1 from budgets where client_id = ${former}`)).toHaveLength(1)
  await db.execute(sql`delete from organisations where id = ${former}`)
  expect(await read(sql`select 1 from budgets where client_id = ${former}`)).toEqual([])
})
