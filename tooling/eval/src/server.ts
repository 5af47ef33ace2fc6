import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A running server with the demonstration content. */
export interface EvaluatedServer {
  url: string
  stop: () => Promise<void>
}

/** Variables that configure a real model. */
const modelVariables = new Set([
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENAI_COMPATIBLE_BASE_URL',
  'OPENAI_COMPATIBLE_API_KEY',
  'MODEL_NAME',
])

// Limits for one person would stretch the run.
const limits = {
  USER_QUESTIONS_PER_MINUTE: '100000',
  USER_QUESTIONS_PER_DAY: '100000',
  USER_TOKENS_PER_DAY: '1000000000',
  ADDRESS_QUESTIONS_PER_MINUTE: '100000',
  GUEST_QUESTIONS_PER_MINUTE: '100000',
  GUEST_QUESTIONS_PER_DAY: '100000',
  GUEST_TOKENS_PER_DAY: '1000000000',
  GUEST_ANSWERS_AT_ONCE: '64',
}

const startedWithinMs = 60_000

/**
 * Starts the built server on a free port, with an empty data folder that is removed when it stops.
 *
 * @param withRealModel whether the model of the environment answers, and not the built-in one
 * @throws when the server is not built, or does not start within a minute
 */
export async function startServer(root: string, withRealModel: boolean): Promise<EvaluatedServer> {
  const program = path.join(root, 'apps/api/dist/main.js')
  if (!existsSync(program)) throw new Error('The server is not built. Run `pnpm build` first.')
  const data = mkdtempSync(path.join(tmpdir(), 'org-eval-'))
  const port = await freePort()
  const configured = Object.entries(process.env).filter(
    ([name]) => withRealModel || !modelVariables.has(name),
  )
  const child = spawn(process.execPath, [program], {
    cwd: path.join(root, 'apps/api'),
    env: {
      ...Object.fromEntries(configured),
      ...limits,
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    rmSync(data, { recursive: true, force: true })
  }
  await untilReady(url, child, stop)
  return { url, stop }
}

async function untilReady(url: string, child: ChildProcess, stop: () => Promise<void>): Promise<void> {
  const until = Date.now() + startedWithinMs
  while (Date.now() < until && child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok === true) return
    await delay(200)
  }
  await stop()
  throw new Error('The server did not start.')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
