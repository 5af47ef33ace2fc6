import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { packageRoot } from '../package-root.ts'
import { lockDirectory } from './directory-lock.ts'

interface Rows<Row> {
  rows: Row[]
}

/** What both drivers give back for a raw query. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** The query builder, the same on PGlite and on PostgreSQL. */
export type Db = PgDatabase<RowsResult>

/** A query builder inside `db.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An open database. `close()` must be called: an open PGlite keeps the process alive. */
export interface Database {
  kind: 'postgres' | 'embedded' | 'memory'
  db: Db
  /** Brings the schema up to date. Safe to call twice, and from several instances at once. */
  migrate: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Where the data lives: a PostgreSQL server (15 or newer), a directory of our own, or memory.
 * A `template` is what `dumpDataDir` gave, and saves memory's start its initialisation.
 */
export type DatabaseLocation =
  | { url: string; maxConnections?: number }
  | { dataDir: string }
  | { memory: true; template?: Blob }

const migrationsFolder = join(packageRoot, 'src/db/migrations')

// Any number will do that nothing else in the database locks.
const migrationLock = 7_305_911_402

/**
 * Opens the database without touching its schema; call `migrate()` next.
 *
 * @throws {DirectoryLockedError} when another process has the data directory open
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) return openPostgres(location.url, location.maxConnections ?? 10)
  if ('memory' in location) {
    const client = await createPglite(undefined, location.template)
    return embedded('memory', client, () => client.close())
  }
  const release = lockDirectory(location.dataDir)
  try {
    const client = await createPglite(join(location.dataDir, 'database'))
    return await embedded('embedded', client, async () => {
      await client.close()
      release()
    })
  } catch (error) {
    release()
    throw error
  }
}

async function createPglite(dataDir: string | undefined, template?: Blob): Promise<PGlite> {
  const [{ PGlite }, { pg_trgm: trigrams }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  return PGlite.create({
    extensions: { pg_trgm: trigrams },
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  })
}

async function embedded(
  kind: 'embedded' | 'memory',
  client: PGlite,
  end: () => Promise<void>,
): Promise<Database> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const db = drizzle({ client })
  return { kind, db, migrate: () => migrate(db, { migrationsFolder }), close: once(end) }
}

async function openPostgres(url: string, max: number): Promise<Database> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000 })
  // A connection that breaks while idle is replaced by the next query; unheard, its event would end the process.
  pool.on('error', () => undefined)
  const db = drizzle({ client: pool })
  return {
    kind: 'postgres',
    db,
    async migrate() {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [migrationLock])
        await migrate(drizzle({ client }), { migrationsFolder })
      } finally {
        // Closing the session gives the lock back whatever state the connection is in.
        client.release(true)
      }
    },
    close: once(() => pool.end()),
  }
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined
  return () => (ended ??= end())
}
