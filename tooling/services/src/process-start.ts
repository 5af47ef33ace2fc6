import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** When a process began, as text that no other process with the same pid has; empty when there is none. */
export function processStart(pid: number): string {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22; the second field may hold spaces, so count from its closing bracket. A zombie has ended.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? '' : (fields[18] ?? '')
  } catch {
    return ''
  }
}
