import { readFileSync } from 'node:fs'

/** How many files and connections the system lets this process have open; Infinity where it does not say. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/mu.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
