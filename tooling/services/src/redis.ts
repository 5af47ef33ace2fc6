import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endWithUs } from './end-with-us.ts'
import { findFreePort } from './free-port.ts'
import { findProgram, type Unavailable } from './programs.ts'
import { untilOutput } from './until-output.ts'

/** A Redis of one's own, on loopback, which keeps nothing on disk. */
export interface RedisServer {
  url: string
  port: number
  pid: number
  /** Ends it at once; `startRedis` with its port brings up another, empty one. */
  stop: () => Promise<void>
}

/** Starts a Redis or Valkey from the machine's own programs, or returns the reason why it cannot. */
export async function startRedis(port?: number): Promise<RedisServer | Unavailable> {
  const program = findRedis()
  if (program === null) return { unavailable: 'Redis is not installed (no redis-server was found)' }
  const chosen = port ?? (await findFreePort())
  const directory = mkdtempSync(path.join(tmpdir(), 'org-redis-'))
  const settings = ['--bind', '127.0.0.1', '--port', String(chosen), '--save', '', '--appendonly', 'no']
  const server = spawn(program, [...settings, '--dir', directory], { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(server, 'SIGKILL')
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  try {
    await untilOutput(server, /Ready to accept connections/u, 'Redis')
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The path of Redis or Valkey, or `null`. */
export function findRedis(): string | null {
  return findProgram('redis-server') ?? findProgram('valkey-server')
}
