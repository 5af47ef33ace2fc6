import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endWithUs } from './end-with-us.ts'
import { findFreePort } from './free-port.ts'
import type { Unavailable } from './programs.ts'
import { untilOutput } from './until-output.ts'

/** A PostgreSQL server of one's own, on loopback, with an empty data directory that `stop` removes. */
export interface PostgresServer {
  /** Connection string of the database `postgres`. */
  url: string
  /** Takes it away, with its data kept. */
  suspend: () => Promise<void>
  /** Brings it back after `suspend`, at the same address. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a PostgreSQL from the machine's own programs, or returns the reason why it cannot. Never as root. */
export async function startPostgres(): Promise<PostgresServer | Unavailable> {
  const bin = findPostgres()
  if (bin === null) return { unavailable: 'PostgreSQL is not installed (no initdb was found)' }
  const account = process.getuid?.() === 0 ? readPostgresAccount() : 'self'
  if (account === null)
    return { unavailable: 'PostgreSQL does not run as root, and there is no user postgres' }

  const directory = mkdtempSync(path.join(tmpdir(), 'org-postgres-'))
  const identity = account === 'self' ? {} : account
  if (account !== 'self') chownSync(directory, account.uid, account.gid)
  const data = path.join(directory, 'data')
  const options = { ...identity, cwd: directory, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...options, stdio: 'pipe' },
  )
  const port = await findFreePort()
  const settings = ['-p', String(port), '-h', '127.0.0.1', '-k', directory, '-c', 'fsync=off']
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...settings, '-c', `max_connections=${maxConnections}`],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    endWithUs(child, 'SIGQUIT')
    await untilOutput(child, /database system is ready to accept connections/u, 'PostgreSQL')
    return child
  }
  let server: ChildProcess
  try {
    server = await launch()
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  const end = async (): Promise<void> => {
    if (server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    // SIGINT is PostgreSQL's fast shutdown: open sessions are ended.
    server.kill('SIGINT')
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    suspend: end,
    async resume() {
      server = await launch()
    },
    async stop() {
      await end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// A test run has many pools, none of them busy.
const maxConnections = 300

/** The folder of PostgreSQL's programs, or `null`. */
export function findPostgres(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const newestFirst = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)
  const packaged = newestFirst.map((version) => path.join(root, String(version), 'bin'))
  return [...onPath, ...packaged].find((directory) => isComplete(directory)) ?? null
}

function isComplete(directory: string): boolean {
  return directory !== '' && ['initdb', 'postgres'].every((name) => existsSync(path.join(directory, name)))
}

function readPostgresAccount(): { uid: number; gid: number } | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' })),
    )
    return uid === undefined || gid === undefined ? null : { uid, gid }
  } catch {
    return null
  }
}
