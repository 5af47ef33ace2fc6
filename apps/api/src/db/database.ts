import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import { packageRoot } from '../package-root.ts'
import { isDatabaseAway } from './database-failure.ts'
import { lockDirectory } from './directory-lock.ts'
import { type JobDatabase, jobDatabaseOf, migrateJobs } from './job-schema.ts'
import { yieldBetweenQueries } from './pglite-queue.ts'

interface Rows<Row> {
  rows: Row[]
}

/** Result of a raw query with both drivers. */
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
  /** The same database as the job queue uses it. */
  jobs: JobDatabase
  /** Brings the schema up to date. Safe to call twice, and from several instances at once. */
  migrate: () => Promise<void>
  close: () => Promise<void>
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
 * A `template` is what `dumpDataDir` gave, and saves memory's start its initialisation.
 */
export type DatabaseLocation = PostgresLocation | { dataDir: string } | { memory: true; template?: Blob }

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

// Files of tables and indexes that the embedded database keeps open. It would open one for each that it has ever touched,
// and leave few of the process's files for connections.
const openTables = 64

async function createPglite(dataDir: string | undefined, template?: Blob): Promise<PGlite> {
  const [{ PGlite }, { pg_trgm: trigrams }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  const client = await PGlite.create({
    extensions: { pg_trgm: trigrams },
    startParams: [...PGlite.defaultStartParams, '-c', `max_files_per_process=${openTables}`],
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  })
  yieldBetweenQueries(client)
  cacheParsers(client)
  return client
}

// drizzle names its parsers of some types with every query, and PGlite then copies those of all types: that takes as long
// as looking up a row. They are the same every time, so that the client can have them for good.
function cacheParsers(client: PGlite): void {
  const query = client.query.bind(client)
  client.query = (text, values, { parsers, ...options } = {}) => {
    Object.assign(client.parsers, parsers)
    return query(text, values, options)
  }
}

async function embedded(
  kind: 'embedded' | 'memory',
  client: PGlite,
  end: () => Promise<void>,
): Promise<Database> {
  const [{ drizzle }, { migrate }, { fromPglite }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
    import('pg-boss'),
  ])
  const db = drizzle({ client })
  const jobs = fromPglite(client)
  return {
    kind,
    db,
    jobs,
    async migrate() {
      await migrate(db, { migrationsFolder })
      await migrateJobs(jobs, 'pglite')
    },
    close: once(end),
  }
}

async function openPostgres(location: PostgresLocation): Promise<Database> {
  const { url, maxConnections = 10, waitMs = 5000, statementMs } = location
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const reach = { connectionString: url, connectionTimeoutMillis: waitMs }
  const pool = new pg.Pool({
    ...reach,
    max: maxConnections,
    ...(statementMs === undefined ? {} : givingUpAfter(statementMs)),
  })
  // A connection that breaks while nobody waits for its answer is replaced by the next query; unheard, its event would
  // end the process.
  pool.on('error', ignore)
  const db = drizzle({ client: pool })
  // drizzle keeps a connection for ever whose `begin` has failed, hears no event of one that breaks between two
  // statements, and gives one back that still waits for an answer.
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    client.on('error', ignore)
    let isBroken = false
    try {
      return await drizzle({ client }).transaction(run, config)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.off('error', ignore)
      client.release(isBroken)
    }
  }
  return {
    kind: 'postgres',
    db,
    jobs: jobDatabaseOf(pool),
    async migrate() {
      // A connection of its own, on which nothing takes too long.
      const client = new pg.Client(reach)
      client.on('error', ignore)
      try {
        await client.connect()
        await client.query('select pg_advisory_lock($1)', [migrationLock])
        await migrate(drizzle({ client }), { migrationsFolder })
        await migrateJobs(jobDatabaseOf(client), 'postgres')
      } finally {
        // Closing the session gives the lock back whatever state the connection is in.
        await client.end()
      }
    },
    close: once(() => pool.end()),
  }
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
