import { openAsBlob } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordChanges } from '../src/audit/audit.store.ts'
import { readConfig } from '../src/config/config.ts'
import { drill } from '../src/cli/restore-drill.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { backUp, connectionEnvironment, restore } from '../src/ops/backup.ts'
import { type BackupManifest, createBackupKey, seal, unseal } from '../src/ops/sealed-backup.ts'
import { backUpWhenDue } from '../src/ops/scheduled-backups.ts'
import { createLog } from '../src/platform/process/log.ts'
import { startTestPostgres } from './services.ts'

const postgres = await startTestPostgres()
const now = new Date('2026-06-15T02:30:00.000Z')

it('connects as the address does: with its password in the environment, and its protection', () => {
  const url = 'postgres://user:p%40ss@[::1]/assistant?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem'
  expect(connectionEnvironment(url)).toEqual({
    PGHOST: '::1',
    PGPORT: '5432',
    PGDATABASE: 'assistant',
    PGUSER: 'user',
    PGPASSWORD: 'p@ss',
    PGCONNECT_TIMEOUT: '5',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/etc/ca.pem',
  })
  expect(connectionEnvironment('postgres:///assistant?host=/run/postgresql&sslmode=no-verify')).toMatchObject(
    {
      PGHOST: '/run/postgresql',
      PGSSLMODE: 'require',
    },
  )
})

describe.each([
  { where: 'the embedded database', present: true },
  { where: 'PostgreSQL', present: postgres !== undefined },
])('an encrypted backup of $where', ({ where, present }) => {
  let folder: string
  let database: Database
  let key: Awaited<ReturnType<typeof createBackupKey>>
  let config: ReturnType<typeof readConfig>
  beforeAll(async () => {
    if (!present) return
    folder = await mkdtemp(join(tmpdir(), 'org-api-backups-'))
    key = await createBackupKey(now)
    const identity = join(folder, 'identity')
    await writeFile(identity, key.identityFile)
    config = readConfig({
      ...(where === 'PostgreSQL'
        ? { DATABASE_URL: postgres?.url }
        : { DATA_DIR: join(folder, 'data'), DEMO: 'off' }),
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_KEEP: '2',
      BACKUP_RECIPIENTS: key.recipient,
      BACKUP_IDENTITY_FILE: identity,
    })
    database = await openDatabase(config.database)
    await database.migrate()
    for (const subject of ['one', 'two']) {
      const entry = { action: 'update', kind: 'configurator', subject, organisationId: null } as const
      await database.db.transaction((tx) =>
        recordChanges(tx, [{ ...entry, changes: [] }], { actorId: null, at: now }),
      )
    }
  }, 120_000)
  afterAll(async () => {
    if (!present) return
    await database.close()
    await rm(folder, { recursive: true, force: true })
    if (where === 'PostgreSQL') await postgres?.stop()
  })

  const write = (at: Date) => {
    const { schedule } = config.backups
    if (schedule === null) throw new Error('There is no schedule.')
    return backUpWhenDue(database, { location: config.database, schedule, log: createLog('silent'), now: at })
  }
  const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

  it.skipIf(!present)(
    'is written once for each period while the server runs, and opened by a drill that serves its data',
    async () => {
      const file = (await write(now)) ?? ''
      expect(file).toMatch(/backup-20260615T023000Z\.age$/u)
      expect(await write(new Date(now.getTime() + 3_600_000))).toBeUndefined()
      // Nothing of the database can be read in it.
      expect((await readFile(file)).includes('PGDMP')).toBe(false)
      const report = await drill(config, file)
      expect(report).toMatch(/^The backup of 20\S+ is whole: \d+ rows of \d{2,} tables\./u)
      expect(report).toMatch(/changes: positions 1 to 2, 2 entries compared/u)
      expect(report).toMatch(/Restored in [\d.]+ s, compared and served in [\d.]+ s\./u)
    },
    180_000,
  )

  it.skipIf(!present)(
    'stays among the newest, and other files of the folder stay',
    async () => {
      const directory = join(folder, 'backups')
      await writeFile(join(directory, 'notes.txt'), '')
      await write(daysLater(1))
      await write(daysLater(2))
      expect((await readdir(directory)).toSorted()).toEqual([
        'backup-20260616T023000Z.age',
        'backup-20260617T023000Z.age',
        'notes.txt',
      ])
    },
    120_000,
  )

  it.skipIf(!present)(
    'is tried again after an hour when it failed',
    async () => {
      await writeFile(join(folder, 'blocked'), '')
      const { schedule } = config.backups
      const attempt = (at: Date, directory: string) =>
        backUpWhenDue(database, {
          location: config.database,
          schedule: { everyHours: 24, keep: 2, recipients: schedule?.recipients ?? [], directory },
          log: createLog('silent'),
          now: at,
        })
      const at = daysLater(9)
      await expect(attempt(at, join(folder, 'blocked'))).rejects.toThrow('EEXIST')
      const soon = new Date(at.getTime() + 60_000)
      expect(await attempt(soon, join(folder, 'backups'))).toBeUndefined()
      const later = new Date(at.getTime() + 2 * 3_600_000)
      expect(await attempt(later, join(folder, 'backups'))).toBeDefined()
    },
    120_000,
  )

  it.skipIf(!present)(
    'leaves nothing of one that was killed, and is whole beside another one to the same file',
    async () => {
      const directory = join(folder, 'backups')
      const at = daysLater(20)
      const drafts = [
        'backup-20260601T000000Z.age.0123456789ab.part',
        'backup-20260705T000000Z.age.0123456789ac.part',
      ]
      for (const [index, name] of drafts.entries()) {
        await writeFile(join(directory, name), '')
        // An hour ago, and a moment ago.
        const written = new Date(at.getTime() - (index === 0 ? 2 : 0.1) * 3_600_000)
        await utimes(join(directory, name), written, written)
      }
      await write(at)
      expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual(drafts.slice(1))
      const file = join(folder, 'same')
      const backup = () => backUp(config.database, file, { recipients: [key.recipient], opened: database })
      const outcomes = await Promise.allSettled([backup(), backup()])
      expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
      expect(await drill(config, file)).toMatch(/is whole/u)
      expect((await readdir(folder)).filter((name) => name.startsWith('same'))).toEqual(['same'])
    },
    180_000,
  )

  it.skipIf(!present)(
    'is opened by no other key, and by none when it was changed',
    async () => {
      const [name = ''] = (await readdir(join(folder, 'backups'))).toSorted()
      const file = join(folder, 'backups', name)
      const target = { dataDir: join(folder, 'target') }
      const other = await createBackupKey(now)
      await expect(restore(target, file, other.identityFile)).rejects.toThrow(/cannot be decrypted/u)
      await expect(restore(target, file)).rejects.toThrow(/BACKUP_IDENTITY_FILE/u)
      const changed = await readFile(file)
      changed[changed.length - 10] = (changed.at(-10) ?? 0) ^ 1
      const whole = await readFile(file)
      const forms = { changed, cut: whole.subarray(0, -100), halved: whole.subarray(0, whole.length / 2) }
      for (const [form, bytes] of Object.entries({ ...forms, longer: Buffer.concat([whole, whole]) })) {
        await writeFile(join(folder, form), bytes)
        await expect(drill(config, join(folder, form))).rejects.toThrow(`${form} cannot be decrypted`)
      }
    },
    120_000,
  )

  it.skipIf(!present)(
    'fails a drill when rows are missing, or another audit log was noted',
    async () => {
      const file = join(folder, 'whole')
      await backUp(config.database, file, { recipients: [key.recipient], opened: database })
      const forge = async (name: string, change: (manifest: BackupManifest) => BackupManifest) => {
        const blob = await openAsBlob(file)
        const { manifest, dump } = await unseal(blob.stream(), key.identityFile)
        await writeFile(join(folder, name), await seal(change(manifest), dump, [key.recipient]))
        return drill(config, join(folder, name))
      }
      const fewer = forge('fewer', (manifest) => ({
        ...manifest,
        rows: { ...manifest.rows, audit_entries: 3 },
      }))
      await expect(fewer).rejects.toThrow('audit_entries: 2 rows, expected 3')
      const other = forge('other', (manifest) => ({
        ...manifest,
        audit: [{ chain: 'changes', position: 2, hash: '0'.repeat(64) }],
      }))
      await expect(other).rejects.toThrow('the noted hash is another one')
    },
    120_000,
  )
})
