import { existsSync } from 'node:fs'
import path from 'node:path'

/** Why something cannot be started on this machine: for a test's skip message. */
export interface Unavailable {
  unavailable: string
}

// Debian keeps servers where only root's path looks.
const systemDirectories = ['/usr/sbin', '/usr/local/sbin', '/sbin']

/** The path of a program of this machine, or `null`. */
export function findProgram(name: string): string | null {
  const directories = [...(process.env['PATH'] ?? '').split(path.delimiter), ...systemDirectories]
  const candidates = directories.filter((entry) => entry !== '').map((entry) => path.join(entry, name))
  return candidates.find((candidate) => existsSync(candidate)) ?? null
}
