import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { auditChains, type ChainHead, checkChains } from '../audit/audit-chain.ts'
import { describeChecks } from '../audit/describe-checks.ts'
import { auditRetention } from '../audit/purge-audit.ts'
import { createDeploymentBox } from '../auth/factors/deployment-box.ts'
import { resealTotpSecrets } from '../auth/factors/totp.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { describeDemonstration, removeDemonstration } from '../demo/remove-demonstration.ts'
import { AccountError, createAdmin, resetFactors, type Role, roles, setRole } from '../ops/accounts.ts'
import { rotateKeys } from '../ops/rotate-keys.ts'
import { BackupError, backUp, restore } from '../ops/backup.ts'
import { prune } from '../ops/prune.ts'
import { createBackupKey } from '../ops/sealed-backup.ts'
import { openMigrated } from '../platform/process/open-migrated.ts'
import { resealConnectionSecrets } from '../organisation-sign-in/connections.store.ts'
import { dataInventory } from '../privacy/data-inventory.ts'
import { MissingKeyError } from '../platform/process/secret-box.ts'
import { StartError } from '../platform/process/start-error.ts'
import { drill } from './restore-drill.ts'

const usage = `Usage: node admin.js <command>

  create-admin <email>         makes an administrator; the password is read from standard input
  set-role <email> <role>      role: ${roles.join(', ')}; ends the account's sessions
  reset-second-factor <email>  removes the second factors of an account, and ends its sessions
  reencrypt-secrets            encrypts stored secrets with ENCRYPTION_KEY, so that the previous key is no longer needed
  rotate [--at-once]           makes a new key for tokens of widgets, limits and links of e-mails; earlier tokens are
                               valid for two hours, or end now
  remove-demonstration         removes the demonstration's accounts, widgets, content and samples
  data-inventory               prints as JSON what is stored where, for how long, and how it is exported and erased
  prune --days <n>             removes conversations without a message for n days, and what has expired
  verify-audit [<chain>:<position>:<hash> …]  checks that no entry of the audit log was changed or removed, and that
                               noted positions (from the log, a webhook or the administration) have their hash
  backup <file>                writes the whole database to a new file, encrypted for BACKUP_RECIPIENTS
  backup-key <file>            makes the key of encrypted backups: the file opens them, its recipient encrypts them
  restore <file>               brings a backup into an empty database; BACKUP_IDENTITY_FILE opens an encrypted one
  restore-drill <file>         restores an encrypted backup into a database of its own, compares it, starts a server
                               on it, and deletes it

The database is the one that DATABASE_URL or DATA_DIR names. Of an embedded one the server must be stopped first.
Content is imported by import-content.js.`

/** Thrown when entries of the audit log were changed or removed. */
class AuditError extends Error {
  override readonly name = 'AuditError'
}

/** Thrown for a command that is not one. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

const expected = [
  AccountError,
  AuditError,
  BackupError,
  ConfigError,
  DirectoryLockedError,
  MissingKeyError,
  StartError,
  UsageError,
]

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  const plain = expected.some((kind) => error instanceof kind) && error instanceof Error
  process.stderr.write(`${plain ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}

/** Runs a command and returns its confirmation. */
async function main([command, ...given]: string[]): Promise<string> {
  const config = readConfig(process.env)
  switch (command) {
    case 'create-admin': {
      const [email] = exactly(given, 1)
      const password = (await text(process.stdin)).replace(/\r?\n$/u, '')
      await withDatabase(config, (db) => createAdmin(db, email, password))
      return `${email} is an administrator.`
    }
    case 'set-role': {
      const [email, name] = exactly(given, 2)
      const role = knownRole(name)
      await withDatabase(config, (db) => setRole(db, email, role))
      return `${email} has the role ${role}.`
    }
    case 'reset-second-factor': {
      const [email] = exactly(given, 1)
      await withDatabase(config, (db) => resetFactors(db, email))
      return `${email} has no second factor.`
    }
    case 'reencrypt-secrets': {
      exactly(given, 0)
      const keys = config.encryptionKeys
      const count = await withDatabase(config, async (db) => {
        const box = createDeploymentBox(db, keys)
        return (await resealTotpSecrets(db, box)) + (await resealConnectionSecrets(db, box))
      })
      return `Encrypted ${count} secrets with the current key.`
    }
    case 'rotate': {
      const atOnce = given[0] === '--at-once'
      if (given.length > (atOnce ? 1 : 0)) throw new UsageError(usage)
      const signsAt = await withDatabase(config, (db) => rotateKeys(db, { now: new Date(), atOnce }))
      return `The new key signs from ${signsAt.toISOString()}. Run reencrypt-secrets after that, unless ENCRYPTION_KEY is set.`
    }
    case 'remove-demonstration': {
      exactly(given, 0)
      const removed = await withDatabase(config, removeDemonstration)
      return `Removed ${describeDemonstration(removed)}.`
    }
    case 'data-inventory': {
      exactly(given, 0)
      return JSON.stringify(dataInventory(), null, 2)
    }
    case 'prune': {
      const [flag, days] = exactly(given, 2)
      if (flag !== '--days' || !/^[1-9]\d{0,4}$/u.test(days)) throw new UsageError(usage)
      const now = new Date()
      const before = new Date(now.getTime() - Number(days) * 86_400_000)
      const removed = await withDatabase(config, (db) => prune(db, before, now))
      return `Removed ${removed.conversations} conversations.`
    }
    case 'verify-audit': {
      const noted = given.map(notedHead)
      const retention = auditRetention(config.retention)
      const checks = await withDatabase(config, (db) => checkChains(db, { noted, retention }))
      const report = describeChecks(checks)
      if (checks.some(({ problemCount }) => problemCount > 0)) throw new AuditError(report)
      return report
    }
    case 'backup': {
      const [file] = exactly(given, 1)
      await backUp(config.database, resolve(file), { recipients: config.backups.recipients })
      return `The database is in ${resolve(file)}.`
    }
    case 'restore': {
      const [file] = exactly(given, 1)
      await restore(config.database, resolve(file), config.backups.identities ?? undefined)
      return `The database is back from ${resolve(file)}.`
    }
    case 'restore-drill': {
      const [file] = exactly(given, 1)
      return drill(config, resolve(file))
    }
    case 'backup-key': {
      const [file] = exactly(given, 1)
      const { identityFile, recipient } = await createBackupKey(new Date())
      await writeFile(resolve(file), identityFile, { flag: 'wx', mode: 0o600 })
      return `BACKUP_RECIPIENTS=${recipient}\nKeep ${resolve(file)} away from the server: it alone opens the backups.`
    }
    default:
      throw new UsageError(usage)
  }
}

async function withDatabase<Result>(config: Config, act: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openMigrated(config.database)
  try {
    return await act(database.db)
  } finally {
    await database.close()
  }
}

function exactly(given: string[], count: 0): []
function exactly(given: string[], count: 1): [string]
function exactly(given: string[], count: 2): [string, string]
function exactly(given: string[], count: number): string[] {
  if (given.length !== count || given.includes('')) throw new UsageError(usage)
  return given
}

function notedHead(text: string): ChainHead {
  const [name, position = '', hash = ''] = text.split(':')
  const chain = auditChains.find((known) => known === name)
  if (chain === undefined || !/^[1-9]\d{0,14}$/u.test(position) || !/^[\da-f]{64}$/u.test(hash)) {
    throw new UsageError(usage)
  }
  return { chain, position: Number(position), hash }
}

function knownRole(name: string): Role {
  const role = roles.find((known) => known === name)
  if (role === undefined) throw new UsageError(usage)
  return role
}
