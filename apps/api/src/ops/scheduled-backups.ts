import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { max, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, DatabaseLocation, Db } from '../db/database.ts'
import { backupRuns } from '../db/schema/operations.ts'
import { backUp } from './backup.ts'

/** Encrypted backups that the server writes while it runs. */
export interface BackupSchedule {
  directory: string
  everyHours: number
  /** Number of the newest backups that stay. */
  keep: number
  recipients: readonly string[]
}

/** Milliseconds between two looks whether a backup is due. */
const lookMs = 60_000
const hourMs = 3_600_000

/** Milliseconds after which a backup that failed, or whose process ended, is tried again. */
const retryMs = hourMs

const namePattern = /^backup-\d{8}T\d{6}Z\.age$/u
const draftPattern = /^backup-\d{8}T\d{6}Z\.age\.[\da-f]{12}\.part$/u

/**
 * Writes backups at their times while the server runs. Of several instances one writes each.
 *
 * @returns stops it; resolves when nothing is under way
 */
export function startBackups(
  database: Database,
  options: { location: DatabaseLocation; schedule: BackupSchedule; log: Logger },
): () => Promise<void> {
  const { log } = options
  let running: Promise<void> | undefined
  const look = () => {
    running ??= backUpWhenDue(database, { ...options, now: new Date() })
      .then(() => undefined)
      .catch((error: unknown) => log.error({ error }, 'the backup failed'))
      .finally(() => (running = undefined))
  }
  look()
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Writes a backup if one is due, and deletes the oldest beyond the number that stays.
 *
 * @returns the path of the new file; undefined when none is due, or another instance writes it
 */
export async function backUpWhenDue(
  database: Database,
  {
    location,
    schedule,
    log,
    now,
  }: { location: DatabaseLocation; schedule: BackupSchedule; log: Logger; now: Date },
): Promise<string | undefined> {
  const { directory, everyHours, keep, recipients } = schedule
  const slot = Math.floor(now.getTime() / (everyHours * hourMs))
  if (!(await claim(database, slot, now))) return undefined
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeDrafts(directory, now)
  const file = join(directory, nameAt(now))
  await backUp(location, file, { recipients, opened: database })
  await database.db.execute(sql`
    update backup_runs set finished_at = ${new Date().toISOString()}::timestamptz where slot = ${slot}`)
  const { size } = await stat(file)
  log.info({ file, bytes: size, ms: Date.now() - now.getTime() }, 'backup written')
  await removeOldest(directory, keep)
  return file
}

/** Removes what a process that was killed has left of a backup: a folder that fills up would end all backups. */
async function removeDrafts(directory: string, now: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!draftPattern.test(name)) continue
    const draft = join(directory, name)
    // One that is being written changes all the time.
    const written = await stat(draft).catch(() => undefined)
    if (written !== undefined && now.getTime() - written.mtimeMs > retryMs) await rm(draft, { force: true })
  }
}

/** Time of the last whole backup of all instances; null before the first. */
export async function lastBackupAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: max(backupRuns.finishedAt) }).from(backupRuns)
  return row?.at ?? null
}

/** Claims the backup of a slot for this instance. */
async function claim({ db }: Database, slot: number, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`
  const expired = sql`${new Date(now.getTime() - retryMs).toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    insert into backup_runs (slot, started_at) values (${slot}, ${at})
    on conflict (slot) do update set started_at = ${at}
    where backup_runs.finished_at is null and backup_runs.started_at < ${expired}
    returning slot
  `)
  if (rows.length === 0) return false
  await db.execute(sql`delete from backup_runs where slot < ${slot - 100}`)
  return true
}

function nameAt(now: Date): string {
  return `backup-${now
    .toISOString()
    .replaceAll(/[-:]/gu, '')
    .replace(/\.\d+Z$/u, 'Z')}.age`
}

async function removeOldest(directory: string, keep: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => namePattern.test(name)).toSorted()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await rm(join(directory, name))
}
