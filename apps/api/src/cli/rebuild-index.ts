import { readConfig, ConfigError } from '../config/config.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { invalidateIndex, refreshIndex } from '../knowledge/index/search-index.ts'
import { yieldToServers } from '../platform/process/answer-count.ts'
import { openMigrated } from '../platform/process/open-migrated.ts'
import { StartError } from '../platform/process/start-error.ts'

const expected = [ConfigError, DirectoryLockedError, StartError]

try {
  await main()
} catch (error) {
  const plain = expected.some((kind) => error instanceof kind) && error instanceof Error
  process.stderr.write(`${plain ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}

/** Writes the whole search index again, in the database that the environment names. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Of an embedded database no server can be running.
  if ('url' in config.database) yieldToServers()
  const database = await openMigrated(config.database)
  try {
    await invalidateIndex(database.db)
    process.stdout.write(`Indexed ${await refreshIndex(database.db)} passages and products.\n`)
  } finally {
    await database.close()
  }
}
