import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { cookieOf, unlimitedChanges } from './test-app.ts'

const running = new Set<ChildProcess>()

/**
 * A program of this package as its own process, run from another folder than its own.
 *
 * @param options.openFiles how many it may have open @default as many as the test itself
 */
export function startProgram(
  name: string,
  args: string[],
  environment: Record<string, string>,
  { input = '', openFiles = '' }: { input?: string; openFiles?: string } = {},
) {
  const limit = openFiles === '' ? '' : `ulimit -n ${openFiles}; `
  const program = [process.execPath, join(inject('programs'), `${name}.js`), ...args]
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...program], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'pipe',
  })
  running.add(child)
  child.stdin.end(input)
  let output = ''
  const { promise: started, resolve } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /"port":(\d+).*"msg":"started"/u.exec(output)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  }
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: Number(code), output }
  })
  const ready = Promise.race([
    started,
    exited.then((end) => {
      throw new Error(`ended before it was ready: ${end.output}`)
    }),
  ])
  ready.catch(() => undefined)
  return { ready, exited, signal: (name: NodeJS.Signals) => child.kill(name) }
}

/** The server; `ready` gives its address. */
export function startServerProcess(environment: Record<string, string>, openFiles = '') {
  const given = { PORT: '0', START_BANNER: '1', ...unlimitedChanges, ...environment }
  return startProgram('main', [], given, { openFiles })
}

/** Ends what a test has left running. */
export async function killPrograms(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
}

/** Calls a server as one browser does, which keeps its session's cookie. */
export function openBrowser(url: string) {
  let cookie = ''
  const callAt =
    (address: string) =>
    async (method: string, path: string, body?: object, headers = {}) => {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (response.headers.getSetCookie().length > 0) cookie = cookieOf(response)
      return response
    }
  const at = (address: string) => {
    const call = callAt(address)
    return {
      get: (path: string, headers: Record<string, string> = {}) => call('GET', path, undefined, headers),
      post: (path: string, body: object) => call('POST', path, body),
      send: call,
    }
  }
  return {
    ...at(url),
    /** The same browser at another address. */
    at,
  }
}
