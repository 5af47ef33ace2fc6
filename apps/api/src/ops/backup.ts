import { spawn } from 'node:child_process'
import { createReadStream, existsSync, openAsBlob, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'

/** Thrown when a backup cannot be created or restored; its message contains the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Tables without rows in a dump. With the key of a period, its digests lead to addresses, which must end with the period:
 * a restored database makes another key. Counts of attempts end within a day.
 */
const withheldTables = ['analytics_keys', 'login_failures']

/**
 * Writes the whole database to a new file: PostgreSQL's custom format, or a compressed image of the embedded
 * database, whose server must be stopped. The file appears only once it is whole and on the disk. A dump of PostgreSQL
 * holds no rows of {@link withheldTables}; the image of the embedded database holds its whole folder.
 *
 * @throws {BackupError} when the file is there already, or `pg_dump` fails
 * @throws {DirectoryLockedError} while a server has the embedded database open
 */
export async function backUp(location: DatabaseLocation, file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already.`)
  const draft = `${file}.part`
  await rm(draft, { force: true })
  try {
    if ('url' in location) {
      await run(
        'pg_dump',
        [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          ...withheldTables.map((table) => `--exclude-table-data=${table}`),
          '--file',
          draft,
        ],
        location.url,
      )
    } else {
      await dumpEmbedded(directoryOf(location), draft)
    }
    const written = await open(draft, 'r+')
    await written.sync()
    await written.close()
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Brings a backup into an empty database: nothing that is there is overwritten.
 *
 * @throws {BackupError} when there is no such file, the database is not empty, or `pg_restore` fails
 * @throws {DirectoryLockedError} while a server has the embedded database open
 */
export async function restore(location: DatabaseLocation, file: string): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const isDump = (await firstBytes(file)) === 'PGDMP'
  if ('url' in location) {
    if (!isDump) throw new BackupError(`${file} is not a backup of PostgreSQL.`)
    await refuseFilled(location.url)
    // One transaction: all of it or nothing.
    const settings = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await run('pg_restore', [...settings, '--dbname', location.url, file], location.url)
    return
  }
  if (isDump) throw new BackupError(`${file} is a backup of PostgreSQL; set DATABASE_URL.`)
  await restoreEmbedded(directoryOf(location), file)
}

async function dumpEmbedded(dataDir: string, file: string): Promise<void> {
  if (!existsSync(join(dataDir, 'database'))) throw new BackupError(`There is no database in ${dataDir}.`)
  const release = lockDirectory(dataDir)
  try {
    const client = await openPglite(join(dataDir, 'database'))
    try {
      const image = await client.dumpDataDir('gzip')
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(image.stream())
      await handle.close()
    } finally {
      await client.close()
    }
  } finally {
    release()
  }
}

async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const release = lockDirectory(dataDir)
  try {
    const target = join(dataDir, 'database')
    if (existsSync(target) && readdirSync(target).length > 0) {
      throw new BackupError(`There is a database in ${dataDir} already.`)
    }
    const draft = join(dataDir, 'database.part')
    await rm(draft, { recursive: true, force: true })
    const client = await openPglite(draft, await openAsBlob(file))
    await client.close()
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } finally {
    release()
  }
}

async function openPglite(dataDir: string, loadDataDir?: Blob) {
  const [{ PGlite }, { pg_trgm: trigrams }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  return PGlite.create({
    dataDir,
    extensions: { pg_trgm: trigrams },
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  })
}

async function refuseFilled(url: string): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "select 1 from information_schema.tables where table_schema = 'public' limit 1",
    )
    if (rowCount !== 0) throw new BackupError('The database is not empty: restore into a new one.')
  } finally {
    await client.end()
  }
}

// The password of an address is handed over where `ps` does not show it.
async function run(program: string, args: readonly string[], url: string): Promise<void> {
  const { username, password, hostname, port, pathname } = new URL(url)
  const environment = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port === '' ? '5432' : port,
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGCONNECT_TIMEOUT: '5',
    ...(username === '' ? {} : { PGUSER: decodeURIComponent(username) }),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
  }
  const shown = args.map((argument) => (argument === url ? environment.PGDATABASE : argument))
  const child = spawn(program, shown, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new BackupError(`${program} cannot be run: ${error.message}. It comes with PostgreSQL.`)),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw new BackupError(`${program} failed: ${said.trim()}`)
}

function directoryOf(location: DatabaseLocation): string {
  if ('dataDir' in location) return location.dataDir
  throw new BackupError('Only a PostgreSQL or an embedded database in a folder can be backed up.')
}

async function firstBytes(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: 4, encoding: 'latin1' })) return String(chunk)
  return ''
}
