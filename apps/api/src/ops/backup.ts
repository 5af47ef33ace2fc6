import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, openAsBlob, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { Database, DatabaseLocation } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { describeDatabase, type RunStatement } from './backup-manifest.ts'
import { type BackupManifest, isSealed, seal, sealedStart, unseal } from './sealed-backup.ts'

/** Thrown when a backup cannot be created or restored; its message contains the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Tables without rows in a dump. With the key of a period, its digests lead to addresses, which must end with the period:
 * a restored database makes another key. Counts of attempts end within a day.
 */
export const withheldTables = ['analytics_keys', 'login_failures']

/** Options of {@link backUp}. */
export interface BackupOptions {
  /** Recipients (`age1…`) for which the file is encrypted. @default none: the file is not encrypted */
  recipients?: readonly string[]
  /** The embedded database of this process, which has it open. @default it is opened for the backup */
  opened?: Database
}

/**
 * Writes the whole database to a new file: PostgreSQL's custom format, or a compressed image of the embedded
 * database, whose server must be stopped unless it is `opened`. The file appears only once it is whole and on the disk. A dump of PostgreSQL
 * holds no rows of {@link withheldTables}; the image of the embedded database holds its whole folder.
 *
 * @throws {BackupError} when the file is there already, or `pg_dump` fails
 * @throws {DirectoryLockedError} while another server has the embedded database open
 */
export async function backUp(
  location: DatabaseLocation,
  file: string,
  { recipients = [], opened }: BackupOptions = {},
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already.`)
  // Of two backups to one file, neither writes into the draft of the other.
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  const write: WriteDump = async (manifest, dump) => {
    const content = recipients.length === 0 ? dump : await seal(manifest, dump, recipients)
    const output = await open(draft, 'wx', 0o600)
    // `flush` waits until the disk has the data, before the stream closes the file.
    await pipeline(content, output.createWriteStream({ flush: true }))
  }
  try {
    if ('url' in location) await dumpPostgres(location.url, write)
    else if (opened !== undefined) await dumpOpened(opened, write)
    else await dumpEmbedded(directoryOf(location), write)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

type WriteDump = (manifest: BackupManifest, dump: AsyncIterable<Uint8Array>) => Promise<void>

/** The manifest and the dump see one snapshot. */
async function dumpPostgres(url: string, write: WriteDump): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const query: RunStatement = async (statement) => (await client.query(statement)).rows
    await query('begin isolation level repeatable read read only')
    const [row] = await query('select pg_export_snapshot() as snapshot')
    const manifest = await describeDatabase(query, {
      kind: 'postgres',
      without: withheldTables,
      now: new Date(),
    })
    const { child, ended } = start('pg_dump', url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${String(row?.snapshot)}`,
      ...withheldTables.map((table) => `--exclude-table-data=${table}`),
    ])
    child.stdin.end()
    const written = write(manifest, child.stdout).catch((error: unknown) => {
      // It would hold its locks until it writes again.
      child.kill()
      throw error
    })
    await Promise.all([written, ended])
  } finally {
    await client.end()
  }
}

/** Statements of others wait until the image is made. */
async function dumpOpened({ db, image }: Database, write: WriteDump): Promise<void> {
  if (image === undefined) throw new BackupError('This database has no image.')
  const { manifest, bytes } = await db.transaction(async (tx) => {
    const query: RunStatement = async (statement) => (await tx.execute(sql.raw(statement))).rows
    return { manifest: await describeEmbedded(query), bytes: await image() }
  })
  await write(manifest, piecesOf(new Blob([bytes])))
}

async function dumpEmbedded(dataDir: string, write: WriteDump): Promise<void> {
  if (!existsSync(join(dataDir, 'database'))) throw new BackupError(`There is no database in ${dataDir}.`)
  const release = lockDirectory(dataDir)
  try {
    const client = await openPglite(join(dataDir, 'database'))
    try {
      const manifest = await describeEmbedded(async (statement) => {
        const { rows } = await client.query<Record<string, unknown>>(statement)
        return rows
      })
      await write(manifest, piecesOf(await client.dumpDataDir('gzip')))
    } finally {
      await client.close()
    }
  } finally {
    release()
  }
}

function describeEmbedded(query: RunStatement): Promise<BackupManifest> {
  return describeDatabase(query, { kind: 'embedded', without: [], now: new Date() })
}

async function* piecesOf(image: Blob): AsyncGenerator<Uint8Array> {
  const reader = image.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/**
 * Brings a backup into an empty database: nothing that is there is overwritten.
 *
 * @param identities text of an identity file of age, for an encrypted backup
 * @returns the manifest of an encrypted backup
 * @throws {BackupError} when there is no such file, the database is not empty, the file cannot be decrypted, or `pg_restore`
 *   fails
 * @throws {DirectoryLockedError} while a server has the embedded database open
 */
export async function restore(
  location: DatabaseLocation,
  file: string,
  identities?: string,
): Promise<BackupManifest | undefined> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const first = await firstBytes(file)
  const { manifest, dump } = isSealed(first)
    ? await openSealed(file, identities)
    : { manifest: undefined, dump: createReadStream(file) }
  const isDump = manifest === undefined ? first.startsWith('PGDMP') : manifest.kind === 'postgres'
  if ('url' in location) {
    if (!isDump) throw new BackupError(`${file} is not a backup of PostgreSQL.`)
    await refuseFilled(location.url)
    await restorePostgres(location.url, dump)
  } else {
    if (isDump) throw new BackupError(`${file} is a backup of PostgreSQL; set DATABASE_URL.`)
    await restoreEmbedded(directoryOf(location), dump)
  }
  return manifest
}

async function openSealed(file: string, identities: string | undefined) {
  if (identities === undefined) throw new BackupError(`${file} is encrypted; set BACKUP_IDENTITY_FILE.`)
  try {
    const blob = await openAsBlob(file)
    const { manifest, dump } = await unseal(blob.stream(), identities)
    return { manifest, dump: withReason(dump, file) }
  } catch (error) {
    throw undecryptable(file, error)
  }
}

/** Age authenticates a file in parts: one that was changed or cut off is noticed where its dump is read. */
async function* withReason(dump: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* dump
  } catch (error) {
    throw undecryptable(file, error)
  }
}

function undecryptable(file: string, error: unknown): BackupError {
  return new BackupError(`${file} cannot be decrypted: ${error instanceof Error ? error.message : ''}`)
}

async function restorePostgres(url: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  // One transaction: all of it or nothing.
  const settings = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const { child, ended } = start('pg_restore', url, [...settings, '--dbname', databaseOf(url)])
  child.stdout.resume()
  const written = pipeline(dump, child.stdin).catch((error: unknown) => {
    // A program that ends early reports why.
    if (!(error instanceof BackupError)) return
    // A dump that ends too early must not be taken for a short one.
    child.kill()
    throw error
  })
  const outcomes = await Promise.allSettled([written, ended])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function restoreEmbedded(dataDir: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const release = lockDirectory(dataDir)
  try {
    const target = join(dataDir, 'database')
    if (existsSync(target) && readdirSync(target).length > 0) {
      throw new BackupError(`There is a database in ${dataDir} already.`)
    }
    const draft = join(dataDir, 'database.part')
    await rm(draft, { recursive: true, force: true })
    const image = new Blob([await buffer(dump)])
    const client = await openPglite(draft, image)
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

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

/** Parameters of an address that the programs of PostgreSQL take from their environment: how the connection is protected. */
const passedParameters = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  channel_binding: 'PGCHANNELBINDING',
} as const

/** The environment that connects a program of PostgreSQL as an address does. `ps` does not show its password. */
export function connectionEnvironment(url: string): Record<string, string> {
  const { username, password, hostname, port, searchParams } = new URL(url)
  const given = Object.entries(passedParameters).flatMap(([name, variable]) => {
    const value = searchParams.get(name)
    // `no-verify` is a value of the driver of this server: it encrypts without a check of the certificate.
    return value === null ? [] : [[variable, value === 'no-verify' ? 'require' : value] as const]
  })
  return {
    PGHOST: decodeURIComponent(hostname).replace(/^\[|\]$/gu, ''),
    PGPORT: port === '' ? '5432' : port,
    PGDATABASE: databaseOf(url),
    PGCONNECT_TIMEOUT: '5',
    ...(username === '' ? {} : { PGUSER: decodeURIComponent(username) }),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    ...Object.fromEntries(given),
  }
}

/** Starts a program of PostgreSQL. */
function start(program: string, url: string, args: readonly string[]) {
  const environment = { ...process.env, ...connectionEnvironment(url) }
  const child = spawn(program, args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new BackupError(`${program} cannot be run: ${error.message}. It comes with PostgreSQL.`)),
    )
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new BackupError(`${program} failed: ${said.trim()}`)),
    )
  })
  return { child, ended }
}

function directoryOf(location: DatabaseLocation): string {
  if ('dataDir' in location) return location.dataDir
  throw new BackupError('Only a PostgreSQL or an embedded database in a folder can be backed up.')
}

async function firstBytes(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: sealedStart - 1, encoding: 'latin1' })) {
    return String(chunk)
  }
  return ''
}
