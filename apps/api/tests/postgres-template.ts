import { startPostgres, startRedis, type Unavailable } from '@org/services'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL with a freshly migrated database of the name `templateDatabase`. */
    postgresUrl: string | undefined
    redisUrl: string | undefined
  }
}

/** Template that every test's database is copied from. */
export const templateDatabase = 'org_template'

/** Starts what the project's name asks for, once for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened = new AsyncDisposableStack()
  const postgres = present(await startPostgres())
  opened.defer(postgres.stop)
  const server = await openDatabase({ url: postgres.url, maxConnections: 1 })
  await server.db.execute(`create database ${templateDatabase}`)
  await server.close()
  const template = await openDatabase({
    url: new URL(templateDatabase, postgres.url).href,
    maxConnections: 1,
  })
  await template.migrate()
  await template.close()
  project.provide('postgresUrl', postgres.url)
  if (project.name.endsWith('redis')) {
    const redis = present(await startRedis())
    opened.defer(redis.stop)
    project.provide('redisUrl', redis.url)
  }
  return () => opened.disposeAsync()
}

function present<Service extends object>(service: Service | Unavailable): Service {
  if ('unavailable' in service) throw new Error(service.unavailable)
  return service
}
