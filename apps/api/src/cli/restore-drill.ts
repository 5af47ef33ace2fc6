import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApp } from '../app.ts'
import { checkChains } from '../audit/audit-chain.ts'
import { describeChecks } from '../audit/describe-checks.ts'
import { auditRetention } from '../audit/purge-audit.ts'
import { createChatRuntime } from '../chat/answering/answer-runtime.ts'
import { createModel } from '../chat/model/providers/model-choice.ts'
import type { Config } from '../config/config.ts'
import { type DatabaseLocation, openDatabase } from '../db/database.ts'
import { BackupError, restore, withheldTables } from '../ops/backup.ts'
import { countRows, differencesOf } from '../ops/backup-manifest.ts'
import type { BackupManifest } from '../ops/sealed-backup.ts'
import { createLog } from '../platform/process/log.ts'
import { listen } from '../platform/server/http-server.ts'

/**
 * Restores an encrypted backup into a database of its own, compares the number of rows with the manifest, checks the audit
 * log, starts a server on the data and calls it, and deletes the database. The server runs no background work: a restored
 * copy sends no e-mails and no webhooks.
 *
 * @returns what was compared, and how long it took
 * @throws {BackupError} when anything is not as it was
 */
export async function drill(config: Config, file: string): Promise<string> {
  const scratch = await createScratch(config.database)
  try {
    const began = performance.now()
    const manifest = await restore(scratch.location, file, config.backups.identities ?? undefined)
    if (manifest === undefined)
      throw new BackupError(`${file} has no manifest: only an encrypted backup has one.`)
    const restored = performance.now()
    const rows = await compareRows(scratch.location, manifest)
    const audit = await serve(config, { location: scratch.location, manifest })
    const served = performance.now()
    return [
      `The backup of ${manifest.createdAt} is whole: ${rows} rows of ${Object.keys(manifest.rows).length} tables.`,
      audit,
      `Restored in ${seconds(restored - began)}, compared and served in ${seconds(served - restored)}.`,
    ].join('\n')
  } finally {
    await scratch.remove()
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

interface Scratch {
  location: DatabaseLocation
  remove: () => Promise<void>
}

/** A database beside that of the configuration, or a folder for temporary files. */
async function createScratch(location: DatabaseLocation): Promise<Scratch> {
  if (!('url' in location)) {
    const folder = await mkdtemp(join(tmpdir(), 'org-restore-drill-'))
    return { location: { dataDir: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const name = `restore_drill_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const database = await openDatabase({ url: location.url, maxConnections: 1 })
    try {
      await database.db.execute(sql.raw(statement))
    } finally {
      await database.close()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(location.url)
  url.pathname = `/${name}`
  return { location: { url: url.href }, remove: () => run(`drop database if exists ${name} with (force)`) }
}

/** Compares the restored rows with the manifest, before a migration changes them. */
async function compareRows(location: DatabaseLocation, manifest: BackupManifest): Promise<number> {
  const database = await openDatabase(location)
  try {
    const without = manifest.kind === 'postgres' ? withheldTables : []
    const found = await countRows(
      async (statement) => (await database.db.execute(sql.raw(statement))).rows,
      without,
    )
    const differences = differencesOf(manifest, found)
    if (differences.length > 0) {
      const lines = differences.map(
        ({ table, expected, found: count }) =>
          `  ${table}: ${count ?? 'no table'} rows, expected ${expected}`,
      )
      throw new BackupError(['The backup is not whole:', ...lines].join('\n'))
    }
    return Object.values(found).reduce((sum, count) => sum + count, 0)
  } finally {
    await database.close()
  }
}

/** Checks the audit log, and serves the data on loopback for a few calls. */
async function serve(
  config: Config,
  { location, manifest }: { location: DatabaseLocation; manifest: BackupManifest },
): Promise<string> {
  const database = await openDatabase(location)
  try {
    await database.migrate()
    const retention = auditRetention(config.retention)
    const checks = await checkChains(database.db, { noted: manifest.audit, retention })
    const audit = describeChecks(checks)
    if (checks.some(({ problemCount }) => problemCount > 0)) throw new BackupError(audit)
    const log = createLog('silent')
    const chat = createChatRuntime({ db: database.db, model: createModel({ kind: 'local' }), log })
    const app = createApp({ config: { ...config, demo: false }, database, chat, log })
    const http = await listen(app, '127.0.0.1', 0)
    try {
      for (const path of ['/readyz', '/api/me']) {
        const { status } = await fetch(`http://127.0.0.1:${http.port}${path}`)
        if (status !== 200) throw new BackupError(`The restored server answers ${path} with ${status}.`)
      }
    } finally {
      http.close()
    }
    return audit
  } finally {
    await database.close()
  }
}
