import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findFreePort } from './free-port.ts'
import { findProgram, type Unavailable } from './programs.ts'

/** A page in WebKitGTK, driven by the WebDriver protocol. */
export interface WebKitPage {
  goto: (url: string) => Promise<void>
  /** Runs the body of a function in the page and returns its result. */
  evaluate: (body: string) => Promise<unknown>
  /** Sets the size of the viewport in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  close: () => Promise<void>
}

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Opens WebKitGTK without a screen, or returns the reason why it cannot. */
export async function openWebKit(): Promise<WebKitPage | Unavailable> {
  const driver = findProgram('WebKitWebDriver')
  const screen = findProgram('xvfb-run')
  if (driver === null || screen === null || !existsSync(browser)) {
    return { unavailable: 'WebKitGTK is not installed (packages webkit2gtk-driver and xvfb)' }
  }
  const port = await findFreePort()
  // A process group of its own: xvfb-run leaves its children alive when it is killed.
  const child = spawn(screen, ['-a', driver, '-p', String(port)], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const end = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGTERM')
    } catch {
      // It has ended already.
    }
  }
  process.once('exit', end)
  const address = `http://127.0.0.1:${port}`
  await untilReady(`${address}/status`)
  const call = (method: string, path: string, body?: object) => request(method, `${address}${path}`, body)
  const capabilities = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
  const session = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const path = `/session/${String(fieldOf(session, 'sessionId'))}`
  const evaluate = (body: string) => call('POST', `${path}/execute/sync`, { script: body, args: [] })

  async function resize(width: number, height: number) {
    await call('POST', `${path}/window/rect`, { x: 0, y: 0, width, height })
    // The window has a frame and a bar.
    const size = await evaluate('return { width: innerWidth, height: innerHeight }')
    const [dx, dy] = [width - Number(fieldOf(size, 'width')), height - Number(fieldOf(size, 'height'))]
    await call('POST', `${path}/window/rect`, { x: 0, y: 0, width: width + dx, height: height + dy })
  }

  return {
    evaluate,
    resize,
    goto: async (url) => void (await call('POST', `${path}/url`, { url })),
    close: async () => {
      await call('DELETE', path).catch(() => undefined)
      process.off('exit', end)
      end()
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await request('GET', url)
      return
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
}

async function request(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const value = fieldOf(await response.json(), 'value')
  if (!response.ok)
    throw new Error(`${String(fieldOf(value, 'error'))}: ${String(fieldOf(value, 'message'))}`)
  return value
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
