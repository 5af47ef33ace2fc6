import { type Database, type DatabaseLocation, openDatabase } from '../../db/database.ts'
import { startStep } from './start-error.ts'

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws {StartError} when it cannot be reached, opened or written to
 */
export async function openMigrated(location: DatabaseLocation): Promise<Database> {
  const what = `The database cannot be used (${describeLocation(location)})`
  return startStep(what, async () => {
    const database = await openDatabase(location)
    try {
      await database.migrate()
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  })
}

// Without the password that an address may hold.
function describeLocation(location: DatabaseLocation): string {
  if ('dataDir' in location) return `DATA_DIR ${location.dataDir}`
  return 'url' in location ? `DATABASE_URL at ${new URL(location.url).host}` : 'memory'
}
