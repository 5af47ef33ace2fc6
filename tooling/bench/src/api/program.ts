import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const measuredProcess = path.join(import.meta.dirname, 'measured-process.ts')

/** Memory of a process after garbage collection. */
export interface Held {
  heapBytes: number
  /** Buffers outside the heap. */
  externalBytes: number
  /** Kinds of the open sockets and running timers, one entry each, sorted. */
  resources: readonly string[]
}

/** A server in a process of its own. */
export interface Program {
  port: number
  held: () => Promise<Held>
  /** Memory of the whole process that is no file's, in bytes, what was swapped out included. */
  anonymousBytes: () => number
  /**
   * The longest turn of its event loop during `act`, in ms of its thread's CPU time. Keeps its processor busy.
   */
  longestTurn: (act: () => Promise<unknown>) => Promise<number>
  /** The processor's time that it has taken, in seconds. */
  cpuSeconds: () => number
  stop: () => Promise<void>
}

/** @throws {Error} when it ends before it listens; the message holds what it said. */
export async function startProgram(entry: string, environment: Record<string, string>): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', '--import', measuredProcess, entry], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        if (said.length < 10_000) said += text
        const found = /"port":(\d+).*"msg":"started"/u.exec(said)?.[1]
        if (found !== undefined) resolve(Number(found))
      })
    }
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}:\n${said}`)))
  })
  return {
    port,
    held() {
      return new Promise((resolve) => {
        child.once('message', (held: Held) => resolve(held))
        child.kill('SIGUSR2')
      })
    },
    anonymousBytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const lines = status.matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB$/gmu)
      return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
    },
    cpuSeconds() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      // Fields 14 and 15, in hundredths of a second; the second field may hold spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    async longestTurn(act) {
      child.send('watch')
      await act()
      return new Promise((resolve) => {
        child.once('message', (longest: number) => resolve(longest))
        child.send('watched')
      })
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
