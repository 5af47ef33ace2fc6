import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { createBuilder, type Database, openDatabase } from '../src/db/database.ts'
import { templateDatabase } from './postgres-template.ts'

/** Embedded databases that were closed: opening one takes about a second, emptying one next to nothing. */
const emptied: { database: Database; tables: string }[] = []

/** A database of a test's own. */
export interface TestDatabase extends Database {
  /** Closes it for good, so that whatever still asks it fails; after `close()` it may serve another test. */
  lose: () => Promise<void>
}

/** A migrated, empty database, of the kind that the test project is about. Close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl')
  return postgresUrl === undefined ? openEmbedded() : openCopy(postgresUrl)
}

async function openEmbedded(): Promise<TestDatabase> {
  const used = emptied.pop() ?? (await openFresh())
  let closed: Promise<void> | undefined
  return {
    ...used.database,
    // Modules of the server keep keys and indexes by query builder: those of emptied rows must not serve the next test.
    db: createBuilder(poolOf(used.database)),
    close: () => (closed ??= takeBack(used)),
    lose: () => (closed ??= used.database.close()),
  }
}

/** The pool of a database, for another query builder on it. */
export function poolOf({ db }: Database): Pool {
  const client: unknown = Reflect.get(db, '$client')
  if (!(client instanceof Pool)) throw new Error('This database has no pool.')
  return client
}

async function openFresh() {
  const database = await openDatabase({
    memory: true,
    template: inject('databaseTemplate'),
  })
  return { database, tables: await tablesOf(database) }
}

async function takeBack(used: (typeof emptied)[number]): Promise<void> {
  const { database, tables } = used
  // A database whose schema a test has changed is not reused.
  if ((await tablesOf(database)) !== tables) return database.close()
  await database.db.execute(sql.raw(`truncate ${tables} restart identity`))
  await database.db.execute(sql`delete from pgboss.job`)
  emptied.push(used)
}

async function tablesOf({ db }: Database): Promise<string> {
  const { rows } = await db.execute<{ tables: string }>(
    sql`select string_agg(format('%I', tablename), ', ' order by tablename) as tables
        from pg_tables where schemaname = 'public'`,
  )
  return rows[0]?.tables ?? ''
}

async function openCopy(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = await openDatabase({ url: serverUrl, maxConnections: 1 })
  try {
    await server.db.execute(sql.raw(`create database ${name} template ${templateDatabase}`))
  } catch (error) {
    await server.close()
    throw error
  }
  const database = await openDatabase({ url: new URL(name, serverUrl).href, maxConnections: 5 })
  const close = async () => {
    await database.close()
    await server.db.execute(sql.raw(`drop database if exists ${name} with (force)`))
    await server.close()
  }
  return { ...database, close, lose: close }
}
