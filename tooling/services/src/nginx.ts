import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endWithUs } from './end-with-us.ts'
import { findFreePort } from './free-port.ts'
import { findProgram, type Unavailable } from './programs.ts'

/** An nginx that spreads calls over instances, on loopback. */
export interface Balancer {
  /** Its address, without a slash at the end. */
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Options of {@link startBalancer}. */
export interface BalancerOptions {
  /** Addresses or networks of proxies in front of it. @default none */
  trustedProxies?: readonly string[]
}

const template = path.resolve(import.meta.dirname, '../../../deploy/nginx/balancer.conf')

/**
 * Starts `deploy/nginx/balancer.conf` on a free port, in front of these instances, or returns the reason why it cannot.
 *
 * @param upstreams ports of instances on 127.0.0.1
 */
export async function startBalancer(
  upstreams: readonly number[],
  { trustedProxies = [] }: BalancerOptions = {},
): Promise<Balancer | Unavailable> {
  const program = findNginx()
  if (program === null) return { unavailable: 'nginx is not installed (no nginx was found)' }
  const port = await findFreePort()
  const directory = mkdtempSync(path.join(tmpdir(), 'org-nginx-'))
  // nginx that runs as root stores bodies as another account, which has to reach its folder.
  chmodSync(directory, 0o711)
  mkdirSync(path.join(directory, 'temp'))
  writeFileSync(
    path.join(directory, 'nginx.conf'),
    renderConfig({ directory, port, upstreams, trustedProxies }),
  )
  const server = spawn(
    program,
    ['-p', directory, '-c', path.join(directory, 'nginx.conf'), '-e', path.join(directory, 'error.log')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  endWithUs(server, 'SIGTERM')
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const early = ended.then(() => {
    throw new Error(
      `nginx ended before it was ready:\n${readFileSync(path.join(directory, 'error.log'), 'utf8')}`,
    )
  })
  early.catch(() => undefined)
  await Promise.race([untilListening(port), early])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The path of nginx, or `null`. */
export function findNginx(): string | null {
  return findProgram('nginx')
}

function renderConfig({
  directory,
  port,
  upstreams,
  trustedProxies,
}: Required<BalancerOptions> & {
  directory: string
  port: number
  upstreams: readonly number[]
}): string {
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`)
  const values: Record<string, string> = {
    DIRECTORY: directory,
    LISTEN: `127.0.0.1:${port}`,
    SERVERS: servers.join('\n    '),
    TRUSTED_PROXIES: trustedProxies.map((range) => `set_real_ip_from ${range};`).join(' '),
    TRUSTED_RANGES: trustedProxies.map((range) => `${range} 1;`).join(' '),
  }
  return readFileSync(template, 'utf8').replaceAll(
    /\$\{([A-Z_]+)\}/gu,
    (_all, name: string) => values[name] ?? '',
  )
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
