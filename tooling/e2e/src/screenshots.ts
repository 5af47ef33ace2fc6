// `pnpm screenshots [route…] [route#state…]`: every route and state, as every viewer, at three widths and in both
// themes, from a running server, into `screenshots/`; one contact sheet a route. The accounts are the demonstration's;
// on a server without it, make ones of the same names and give their `PASSWORD`.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserLaunchOptions, ensureBrowser } from '@org/services'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { drawContactSheet, type Picture } from './screenshots/contact-sheet.ts'
import { type Shot, shots, type Viewer } from './screenshots/routes.ts'

const baseURL = process.env['BASE_URL'] ?? 'http://localhost:8000'
const folder = path.resolve(import.meta.dirname, '../../../screenshots')
const widths = [390, 900, 1440]
const themes = ['light', 'dark'] as const
const password = process.env['PASSWORD'] ?? 'demonstration-only'

const wanted = process.argv.slice(2).filter((argument) => argument !== '--')
const chosen = shots.filter(
  ({ route, state }) => wanted.length === 0 || wanted.includes(route) || wanted.includes(`${route}#${state}`),
)
if (chosen.length === 0) {
  console.error(`No such route. There are: ${[...new Set(shots.map(({ route }) => route))].join(' ')}`)
  process.exit(1)
}
await requireServer()

const browser = await chromium.launch(browserLaunchOptions(ensureBrowser(console.log)))
const sessions = new Map<Viewer, Awaited<ReturnType<BrowserContext['storageState']>>>()
for (const [route, group] of Map.groupBy(chosen, ({ route }) => route)) {
  const directory = path.join(folder, route.replaceAll('/', '_').slice(1) || 'root')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const pictures: Picture[] = []
  for (const shot of group) {
    for (const viewer of shot.viewers) pictures.push(...(await take(browser, shot, viewer, directory)))
  }
  const sheet = await drawContactSheet(browser, route, pictures, directory)
  console.log(`${route}: ${pictures.length} pictures, ${pathToFileURL(sheet).href}`)
}
await browser.close()

async function take(browser: Browser, shot: Shot, viewer: Viewer, directory: string): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const theme of themes) {
    for (const width of widths) {
      const context = await openContext(browser, viewer, { width, height: 900 }, theme)
      const page = await context.newPage()
      await page.goto(shot.route, { waitUntil: 'networkidle' })
      const row = shot.state === undefined ? viewer : `${shot.state} ${viewer}`
      const name = `${row.replaceAll(' ', '-')}-${theme}-${width}`
      const file = path.join(directory, `${name}.png`)
      try {
        await shot.prepare?.(page)
      } catch (error) {
        console.error(`${shot.route} ${name}: ${error instanceof Error ? error.message : String(error)}`)
        process.exitCode = 1
      }
      await page.screenshot({ path: file, animations: 'disabled', fullPage: shot.fullPage ?? false })
      pictures.push({ file, row, width })
      await context.close()
    }
  }
  return pictures
}

async function openContext(
  browser: Browser,
  viewer: Viewer,
  viewport: { width: number; height: number },
  colorScheme: (typeof themes)[number],
): Promise<BrowserContext> {
  const options = { baseURL, viewport, colorScheme, reducedMotion: 'reduce' } as const
  if (viewer === 'visitor') return browser.newContext(options)
  const known = sessions.get(viewer)
  if (known !== undefined) return browser.newContext({ ...options, storageState: known })
  const context = await browser.newContext(options)
  const response = await context.request.post('/api/login', {
    data: { email: `${viewer}@example.com`, password },
    headers: { origin: baseURL },
  })
  if (!response.ok()) {
    throw new Error(
      `${viewer}@example.com could not sign in at ${baseURL}: ${response.status()} ${await response.text()}`,
    )
  }
  sessions.set(viewer, await context.storageState())
  return context
}

async function requireServer(): Promise<void> {
  try {
    const response = await fetch(`${baseURL}/readyz`)
    if (response.ok) return
  } catch {
    // Said below.
  }
  console.error(`No server answers at ${baseURL}. Start one (npm start), or set BASE_URL.`)
  process.exit(1)
}
