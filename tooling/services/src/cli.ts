// `pnpm services up | down | status`: PostgreSQL, Redis and nginx on loopback, in a folder of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import path from 'node:path'
import { findFreePort } from './free-port.ts'
import { startBalancer } from './nginx.ts'
import { startPostgres } from './postgres.ts'
import { processStart } from './process-start.ts'
import { startRedis } from './redis.ts'

const folder = path.resolve(import.meta.dirname, '../../../.services')
const stateFile = path.join(folder, 'state.json')

/** The process that holds the services, told from a later one with the same pid by when it began. */
interface State {
  pid: number
  started: string
  lines: string[]
}

const [command, ...others] = process.argv.slice(2)
if (others.length > 0) usage()
else if (command === 'up') await up()
else if (command === 'down') await down()
else if (command === 'status') status()
else if (command === 'hold') await hold()
else usage()

function usage(): void {
  process.stderr.write('Usage: pnpm services up | down | status\n')
  process.exitCode = 1
}

async function up(): Promise<void> {
  if (running() !== undefined) {
    status()
    return
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const log = openSync(path.join(folder, 'services.log'), 'a')
  const holder: ChildProcess = spawn(process.execPath, [import.meta.filename, 'hold'], {
    detached: true,
    stdio: ['ignore', log, log],
  })
  let ended = false
  holder.once('exit', () => (ended = true))
  while (!existsSync(stateFile)) {
    if (ended) {
      process.stderr.write(readFileSync(path.join(folder, 'services.log'), 'utf8'))
      process.exitCode = 1
      return
    }
    await pause(50)
  }
  holder.unref()
  status()
}

async function down(): Promise<void> {
  const state = running()
  if (state !== undefined) {
    process.kill(state.pid, 'SIGTERM')
    while (running() !== undefined) await pause(50)
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write('The services are down.\n')
}

function status(): void {
  const state = running()
  process.stdout.write(state === undefined ? 'The services are down.\n' : `${state.lines.join('\n')}\n`)
}

/** Runs the services until a signal ends them: their ends are awaited, their folders removed. */
async function hold(): Promise<void> {
  const ports = [await findFreePort(), await findFreePort()]
  const services = [await startPostgres(), await startRedis(), await startBalancer(ports)] as const
  const missing = services.flatMap((service) => ('unavailable' in service ? [service.unavailable] : []))
  const [postgres, redis, balancer] = services
  const lines = [
    ...('url' in postgres ? [`DATABASE_URL=${postgres.url}`] : []),
    ...('url' in redis ? [`REDIS_URL=${redis.url}`] : []),
    ...('url' in balancer
      ? [`# ${balancer.url} balances over PORT=${ports.join(' and PORT=')}; give both TRUSTED_PROXY_HOPS=1`]
      : []),
    ...missing.map((reason) => `# missing: ${reason}`),
  ]
  const state: State = { pid: process.pid, started: processStart(process.pid), lines }
  process.once('SIGTERM', () => void end())
  writeFileSync(stateFile, JSON.stringify(state))
  // Nothing else keeps this process alive once a service has ended by itself.
  const alive = setInterval(() => undefined, 60_000)

  async function end(): Promise<void> {
    clearInterval(alive)
    await Promise.all(services.flatMap((service) => ('stop' in service ? [service.stop()] : [])))
    process.exit(0)
  }
}

function running(): State | undefined {
  if (!existsSync(stateFile)) return undefined
  // Written by `hold` alone.
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as State
  return processStart(state.pid) === state.started ? state : undefined
}
