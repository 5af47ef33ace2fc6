import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { createDeploymentBox } from '../auth/factors/deployment-box.ts'
import { resealTotpSecrets } from '../auth/factors/totp.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { describeDemonstration, removeDemonstration } from '../demo/remove-demonstration.ts'
import { AccountError, createAdmin, resetFactors, type Role, roles, setRole } from '../ops/accounts.ts'
import { BackupError, backUp, restore } from '../ops/backup.ts'
import { prune } from '../ops/prune.ts'
import { openMigrated } from '../platform/process/open-migrated.ts'
import { resealConnectionSecrets } from '../organisation-sign-in/connections.store.ts'
import { MissingKeyError } from '../platform/process/secret-box.ts'
import { StartError } from '../platform/process/start-error.ts'

const usage = `Usage: node admin.js <command>

  create-admin <email>         makes an administrator; the password is read from standard input
  set-role <email> <role>      role: ${roles.join(', ')}; ends the account's sessions
  reset-second-factor <email>  removes the second factors of an account, and ends its sessions
  reencrypt-secrets            encrypts stored secrets with ENCRYPTION_KEY, so that the previous key is no longer needed
  remove-demonstration         removes the demonstration's accounts, widgets, content and samples
  prune --days <n>             removes conversations without a message for n days, and what has expired
  backup <file>                writes the whole database to a new file
  restore <file>               brings a backup into an empty database

The database is the one that DATABASE_URL or DATA_DIR names. Of an embedded one the server must be stopped first.
Content is imported by import-content.js.`

/** Thrown for a command that is not one. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

const expected = [
  AccountError,
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
      if (keys.length === 0) throw new ConfigError(['ENCRYPTION_KEY is not set'])
      const count = await withDatabase(config, async (db) => {
        const box = createDeploymentBox(db, keys)
        return (await resealTotpSecrets(db, box)) + (await resealConnectionSecrets(db, box))
      })
      return `Encrypted ${count} secrets with the current key.`
    }
    case 'remove-demonstration': {
      exactly(given, 0)
      const removed = await withDatabase(config, removeDemonstration)
      return `Removed ${describeDemonstration(removed)}.`
    }
    case 'prune': {
      const [flag, days] = exactly(given, 2)
      if (flag !== '--days' || !/^[1-9]\d{0,4}$/u.test(days)) throw new UsageError(usage)
      const now = new Date()
      const before = new Date(now.getTime() - Number(days) * 86_400_000)
      const removed = await withDatabase(config, (db) => prune(db, before, now))
      return `Removed ${removed.conversations} conversations.`
    }
    case 'backup': {
      const [file] = exactly(given, 1)
      await backUp(config.database, resolve(file))
      return `The database is in ${resolve(file)}.`
    }
    case 'restore': {
      const [file] = exactly(given, 1)
      await restore(config.database, resolve(file))
      return `The database is back from ${resolve(file)}.`
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

function knownRole(name: string): Role {
  const role = roles.find((known) => known === name)
  if (role === undefined) throw new UsageError(usage)
  return role
}
