import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '../src/db/job-schema.ts'
import { validateConstraints } from '../src/db/validate-constraints.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of a freshly migrated database. */
    databaseTemplate: string
  }
}

/** Migrates one database for the whole run and dumps it: each test file then loads it in a fraction of the time. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'org-api-template-'))
  const file = join(folder, 'template.tar')
  const client = await PGlite.create({ extensions: { pg_trgm: trigrams } })
  try {
    await migrate(drizzle({ client }), {
      migrationsFolder: join(import.meta.dirname, '../src/db/migrations'),
    })
    await validateConstraints(drizzle({ client }))
    await migrateJobs(fromPglite(client), 'pglite')
    const dump = await client.dumpDataDir('none')
    await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  } finally {
    await client.close()
  }
  project.provide('databaseTemplate', file)
  return () => rm(folder, { recursive: true, force: true })
}
