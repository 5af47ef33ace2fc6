import type { ChildProcess } from 'node:child_process'

/** Ends a program with this process, should nobody have ended it before. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
