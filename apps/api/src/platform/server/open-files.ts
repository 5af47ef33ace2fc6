import { readFileSync } from 'node:fs'

/** Returns the limit of open files and connections of this process; Infinity when unknown. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/mu.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
