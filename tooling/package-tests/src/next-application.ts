import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { browserLaunchOptions, ensureTestBrowser } from '@org/services'
import { chromium } from 'playwright'
import { runCommand } from './run-command.ts'

/** The Next.js application of the chat engine's README, in a project that {@link createProject} made. */
const application = path.join('samples', 'chat-engine', 'next')

/** Builds the application by Next.js. */
export async function buildNext(project: string): Promise<void> {
  const folder = path.join(project, application)
  // The types are checked with the other samples; the packages are in the project's folder above.
  const config = { typescript: { ignoreBuildErrors: true }, turbopack: { root: project } }
  writeFileSync(path.join(folder, 'next.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  // Next.js looks for the compiler in JavaScript, which TypeScript 7 does not contain any more.
  const compiler = path.resolve(import.meta.dirname, '../node_modules/typescript-5.9')
  mkdirSync(path.join(folder, 'node_modules'))
  symlinkSync(compiler, path.join(folder, 'node_modules', 'typescript'))
  await runCommand(process.execPath, [nextIn(project), 'build', folder], folder)
}

/** Serves the built application, and asks a question whose answer has to arrive in pieces. */
export async function tryNext(project: string): Promise<void> {
  const folder = path.join(project, application)
  const port = await findPort()
  const server = spawn(process.execPath, [nextIn(project), 'start', folder, '-p', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch(browserLaunchOptions(ensureTestBrowser(console.log)))
  try {
    for await (const text of server.stdout) if (String(text).includes('Ready')) break
    const page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText('Rendered on the server').waitFor()
    await page.getByRole('textbox').fill('What helps me sleep?')
    await page.getByRole('textbox').press('Enter')
    await page.getByText('Dark rooms').last().waitFor()
    await page.getByText('and regular hours').last().waitFor()
  } finally {
    await browser.close()
    server.kill()
    await once(server, 'exit')
  }
}

function nextIn(project: string): string {
  return path.join(project, 'node_modules', 'next', 'dist', 'bin', 'next')
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
