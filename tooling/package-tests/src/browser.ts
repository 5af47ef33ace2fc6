import { browserLaunchOptions, ensureTestBrowser } from '@org/services'
import { type Browser, chromium, type Page, type Route } from 'playwright'
import { startTheirServer } from '../sample/their-server.ts'
import { samplePages } from './samples.ts'

/**
 * Asks somebody else's server a question in both of the sample's pages, the built one and the one without a build; and
 * checks that the first example of each README renders or logs something. No stream is an async iterable there, as in Safari
 * before 27.
 */
export async function tryPages(folder: string): Promise<void> {
  const browser = await chromium.launch(browserLaunchOptions(ensureTestBrowser(console.log)))
  try {
    await tryPage(browser, folder, 'plain.html', (page) => ask(page, 'html.dark'))
    await tryPage(browser, `${folder}/dist`, 'vite.html', (page) => ask(page, 'canvas, svg:not(.lucide)'))
    for (const file of samplePages(folder)) {
      // A page that is named for a framework is a whole chat.
      const use = file.split('.').length > 2 ? askAiSdk : showsSomething
      await tryPage(browser, `${folder}/dist`, file, use)
    }
  } finally {
    await browser.close()
  }
}

async function ask(page: Page, alsoDrawn: string): Promise<void> {
  await page.getByRole('textbox').fill('What helps me sleep?')
  await page.getByRole('textbox').press('Enter')
  await page.getByText('Dark rooms and regular hours.').first().waitFor()
  await page.locator(alsoDrawn).first().waitFor()
}

/** Asks a question of a route of the AI SDK, in the smallest of chats. */
async function askAiSdk(page: Page): Promise<void> {
  await page.unroute('**/api/**')
  const chunks = [
    { type: 'start' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Dark rooms.' },
    { type: 'text-end', id: '1' },
    { type: 'finish' },
  ]
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
  const body = lines.map((line) => `data: ${line}\n\n`).join('')
  await page.route('**/api/chat', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.getByRole('textbox').fill('What helps me sleep?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Dark rooms.' }).waitFor()
}

async function showsSomething(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root')?.hasChildNodes() || 'said' in window)
}

async function tryPage(
  browser: Browser,
  folder: string,
  file: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const server = await startTheirServer(folder)
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    const { url } = message.location()
    if (['error', 'warning'].includes(message.type()) && !url.endsWith('/favicon.ico'))
      problems.push(`${message.text()} ${url}`)
  })
  await page.addInitScript(() => {
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
    Reflect.deleteProperty(ReadableStream.prototype, 'values')
  })
  // Console output counts as visible output.
  await page.addInitScript(() => {
    const { log } = console
    console.log = (...words: unknown[]) => {
      Object.assign(window, { said: true })
      log(...words)
    }
  })
  await page.route('**/api/**', (route) => answerAsPlatform(route, server.baseUrl))
  // The script of a deployment's widget.
  await page.route('**/static/embed-loader.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  try {
    await page.goto(`${server.baseUrl}/${file}`)
    await use(page)
    if (problems.length > 0) throw new Error('The page reports problems.')
  } catch (error) {
    throw new Error(`${file} does not work in a browser. ${problems.join('\n')}`, { cause: error })
  } finally {
    await page.close()
    server.close()
  }
}

/** Responses of this project's server to the first question of a new visitor. */
function answerAsPlatform(route: Route, origin: string): Promise<void> {
  const headers = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
  if (!route.request().url().endsWith('/api/chat'))
    return route.fulfill({ headers, json: { items: [], next_cursor: null, blocked: false } })
  const body = 'id: 1\ndata: {"type":"LLM_Response","content":"Dark rooms."}\n\ndata: [DONE]\n\n'
  return route.fulfill({ headers, contentType: 'text/event-stream', body })
}
