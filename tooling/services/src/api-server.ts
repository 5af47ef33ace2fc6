import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port.ts'

/** The built server, running with an embedded database of its own and the demonstration content. */
export interface ApiServer {
  /** Its address, without a slash at the end. */
  url: string
  /** Everything it has written to stdout and stderr so far. */
  output: () => string
  /** Asks it to stop (SIGTERM) and gives its exit code. Removes a database of its own. */
  stop: () => Promise<number | null>
}

const entry = path.resolve(import.meta.dirname, '../../../apps/api/dist/main.js')

/**
 * Starts `apps/api/dist/main.js` on 127.0.0.1 and waits until `/readyz` answers 200.
 *
 * @param environment more variables for the server. `PORT` chooses the port, by default a free one; a database in
 * `DATA_DIR` is not removed at the end.
 * @throws {Error} when it is not built, or ends before it is ready; the message holds its output.
 */
export async function startApi(environment: Record<string, string> = {}): Promise<ApiServer> {
  if (!existsSync(entry)) throw new Error(`${entry} is not there: build it first (turbo run build).`)
  const port = environment['PORT'] ?? (await findFreePort())
  const ownDirectory =
    environment['DATA_DIR'] === undefined ? mkdtempSync(path.join(tmpdir(), 'org-api-')) : undefined
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(ownDirectory !== undefined && { DATA_DIR: ownDirectory }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const keep = (chunk: Buffer): void => {
    text += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      resolve(code)
    })
  })
  const url = `http://127.0.0.1:${port}`
  const failure = ended.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready:\n${text}`)
  })
  // Once it is ready, an end is the business of `stop`.
  failure.catch(() => undefined)
  try {
    await Promise.race([waitUntilReady(`${url}/readyz`), failure])
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    url,
    output: () => text,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      if (ownDirectory !== undefined) rmSync(ownDirectory, { recursive: true, force: true })
      return code
    },
  }
}

/** Limit for a server that hangs: on a busy machine, one that fills its demonstration took 100 s. */
const startSeconds = 180

async function waitUntilReady(address: string): Promise<void> {
  const deadline = Date.now() + startSeconds * 1000
  while (Date.now() < deadline) {
    try {
      const response = await fetch(address)
      await response.body?.cancel()
      if (response.ok) return
    } catch {
      // Nothing listens yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${address} did not answer 200 within ${startSeconds} s.`)
}
