import { join } from 'node:path'
import type { Logger } from 'drizzle-orm/logger'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { Client, type ClientBase, Pool, type PoolConfig } from 'pg'
import { packageRoot } from '../package-root.ts'
import { isDatabaseAway } from './database-failure.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbedded } from './embedded-client.ts'
import type { EmbeddedLocation } from './embedded-thread.ts'
import { type JobDatabase, jobDatabaseOf, migrateJobs } from './job-schema.ts'
import { validateConstraints } from './validate-constraints.ts'

interface Rows<Row> {
  rows: Row[]
}

/** Result of a raw query. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** The query builder, the same on the embedded database and on PostgreSQL. */
export type Db = PgDatabase<RowsResult>

/** A query builder inside `db.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An open database. `close()` must be called: an open PGlite keeps the process alive. */
export interface Database {
  kind: 'postgres' | 'embedded' | 'memory'
  db: Db
  /** The same database as the job queue uses it. */
  jobs: JobDatabase
  /** Brings the schema up to date. Safe to call twice, and from several instances at once. */
  migrate: () => Promise<void>
  close: () => Promise<void>
  /** Makes a compressed image of an embedded database, which `loadDataDir` of PGlite reads; its statements wait meanwhile. */
  image?: () => Promise<Uint8Array<ArrayBuffer>>
}

/** A PostgreSQL server, and how it is used. Times in milliseconds. */
export interface PostgresLocation {
  url: string
  /** @default 10 */
  maxConnections?: number
  /** Longest wait for a free connection, in ms. @default 5000 */
  waitMs?: number
  /** A statement that takes longer fails, whether the server is slow or silent. @default none is too long */
  statementMs?: number
}

/**
 * Location of the data: a PostgreSQL server (15 or newer), an embedded database's directory, or memory.
 * A `template` is a file with what `dumpDataDir` of PGlite gave, and saves memory's start its initialisation.
 */
export type DatabaseLocation = PostgresLocation | { dataDir: string } | { memory: true; template?: string }

const migrationsFolder = join(packageRoot, 'src/db/migrations')

// Any number will do that nothing else in the database locks.
const migrationLock = 7_305_911_402

// Delay in ms after PostgreSQL's own statement timeout, at which the client gives up.
const silenceMs = 1000

/**
 * Opens the database without touching its schema; call `migrate()` next.
 *
 * @throws {DirectoryLockedError} when another process has the data directory open
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) return openPostgres(location)
  if ('memory' in location) {
    const { template } = location
    return openEmbedded('memory', template === undefined ? {} : { template })
  }
  const release = lockDirectory(location.dataDir)
  try {
    return await openEmbedded('embedded', { dataDir: join(location.dataDir, 'database') }, release)
  } catch (error) {
    release()
    throw error
  }
}

async function openEmbedded(
  kind: 'embedded' | 'memory',
  location: EmbeddedLocation,
  release?: () => void,
): Promise<Database> {
  const embedded = await startEmbedded(location)
  const pool = createPool({
    stream: embedded.connect,
    max: 1,
    // The connection stays open while it is idle.
    idleTimeoutMillis: 0,
    // The names of PGlite, whatever the environment sets.
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  const db = createBuilder(pool)
  const jobs = jobDatabaseOf(pool)
  return {
    kind,
    db,
    jobs,
    image: embedded.image,
    async migrate() {
      await migrate(db, { migrationsFolder })
      await validateConstraints(db)
      await migrateJobs(jobs, 'pglite')
    },
    close: once(async () => {
      await pool.end()
      await embedded.close()
      release?.()
    }),
  }
}

function openPostgres(location: PostgresLocation): Database {
  const { url, maxConnections = 10, waitMs = 5000, statementMs } = location
  const reach = { connectionString: url, connectionTimeoutMillis: waitMs }
  const pool = createPool({
    ...reach,
    max: maxConnections,
    ...(statementMs === undefined ? {} : givingUpAfter(statementMs)),
  })
  return {
    kind: 'postgres',
    db: createBuilder(pool),
    jobs: jobDatabaseOf(pool),
    async migrate() {
      // A connection of its own, on which nothing takes too long.
      const client = new Client(reach)
      client.on('error', ignore)
      try {
        await client.connect()
        await client.query('select pg_advisory_lock($1)', [migrationLock])
        await migrate(drizzle({ client }), { migrationsFolder })
        await validateConstraints(drizzle({ client }))
        await migrateJobs(jobDatabaseOf(client), 'postgres')
      } finally {
        // Closing the session gives the lock back whatever state the connection is in.
        await client.end()
      }
    },
    close: once(() => pool.end()),
  }
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // A connection that breaks while nobody waits for its answer is replaced by the next query; unheard, its event would
  // end the process.
  pool.on('error', ignore)
  return pool
}

/**
 * Creates a query builder on a pool.
 *
 * @param logger gets each statement @default none
 */
export function createBuilder(pool: Pool, logger?: Logger): NodePgDatabase {
  const db = drizzle({ client: pool, ...(logger && { logger }) })
  // drizzle keeps a connection for ever whose `begin` has failed, listens to no event of one that breaks between two
  // statements, and gives one back that still waits for an answer.
  db.transaction = async (run, options) => {
    const client = await pool.connect()
    client.on('error', ignore)
    let isBroken = false
    try {
      return await drizzle({ client, ...(logger && { logger }) }).transaction(run, options)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.off('error', ignore)
      client.release(isBroken)
    }
  }
  return db
}

function givingUpAfter(statementMs: number) {
  return {
    // Said once it is connected, and waited for: poolers refuse it as a parameter of the start.
    onConnect: (client: ClientBase) => client.query(`set statement_timeout = ${statementMs}`),
    // A server that stands still keeps no time itself.
    query_timeout: statementMs + silenceMs,
  }
}

const ignore = () => undefined

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined
  return () => (ended ??= end())
}
