import { randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown when another process, or this one, already has the directory's database open. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError'
  readonly directory: string
  readonly pid: number

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. ` +
        'Stop that server, or set DATA_DIR to another directory.',
    )
    this.directory = directory
    this.pid = pid
  }
}

interface Holder {
  pid: number
  started: string
}

/**
 * Takes a directory for this process alone: PGlite has no lock of its own, and two processes on one
 * directory silently lose rows. A lock left by a process that died is taken over; the start time distinguishes a
 * living holder from a stranger that was given the same pid.
 *
 * @returns the function that gives the directory back
 * @throws {DirectoryLockedError} when its holder is alive
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'server.lock')
  const draft = join(directory, `server.lock.${randomUUID()}`)
  const mine: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' }
  // Written aside and linked, so that nobody can read half a lock; a link fails when the name exists.
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
  try {
    while (!linked(draft, path)) {
      const holder = readHolder(path)
      if (holder !== undefined && isAlive(holder)) throw new DirectoryLockedError(directory, holder.pid)
      discardStale(path, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    const holder = readHolder(path)
    if (holder?.pid === mine.pid && holder.started === mine.started) rmSync(path, { force: true })
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

// Of two processes that found the same dead holder only one may clear it away, and neither may clear away
// the other's fresh lock: a rename succeeds once, and what was moved is looked at before it goes.
function discardStale(path: string, stale: Holder | undefined): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return
    throw error
  }
  const moved = readHolder(aside)
  if (moved !== undefined && (moved.pid !== stale?.pid || moved.started !== stale.started))
    linked(aside, path)
  rmSync(aside, { force: true })
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value))
      return undefined
    const { pid, started } = value
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined
  } catch (error) {
    if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return undefined
    throw error
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false
  }
  const started = processStart(holder.pid)
  return started === undefined || holder.started === '' || started === holder.started
}

/** When a process began, as text that no other process with the same pid has; `undefined` when it cannot be told. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      // Field 22; the second field may hold spaces, so count from its closing bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
