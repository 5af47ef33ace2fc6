import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/db/database.ts'
import { templateDatabase } from './postgres-template.ts'

/** A migrated, empty database, of the kind that the test project is about. Close it in `afterAll`. */
export async function openTestDatabase(): Promise<Database> {
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl !== undefined) return openCopy(postgresUrl)
  return openDatabase({ memory: true, template: await openAsBlob(inject('databaseTemplate')) })
}

async function openCopy(serverUrl: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = await openDatabase({ url: serverUrl, maxConnections: 1 })
  try {
    await server.db.execute(sql.raw(`create database ${name} template ${templateDatabase}`))
  } catch (error) {
    await server.close()
    throw error
  }
  const database = await openDatabase({ url: new URL(name, serverUrl).href, maxConnections: 5 })
  return {
    ...database,
    async close() {
      await database.close()
      await server.db.execute(sql.raw(`drop database if exists ${name} with (force)`))
      await server.close()
    },
  }
}
