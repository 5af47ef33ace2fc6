import { browserLaunchOptions, ensureBrowser } from '@org/services'
import { type Browser, chromium } from 'playwright'
import { startTheirServer } from '../sample/their-server.ts'

/** Asks somebody else's server a question in both of the project's pages: the built one, and the one without a build. */
export async function tryPages(folder: string): Promise<void> {
  const browser = await chromium.launch(browserLaunchOptions(ensureBrowser(console.log)))
  try {
    await askIn(browser, folder, '/plain.html')
    await askIn(browser, `${folder}/dist`, '/vite.html')
  } finally {
    await browser.close()
  }
}

async function askIn(browser: Browser, folder: string, file: string): Promise<void> {
  const server = await startTheirServer(folder)
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) problems.push(`${message.text()} ${url}`)
  })
  page.setDefaultTimeout(10_000)
  try {
    await page.goto(server.baseUrl + file)
    await page.getByRole('textbox').fill('What helps me sleep?')
    await page.getByRole('textbox').press('Enter')
    await page.getByText('Dark rooms and regular hours.').first().waitFor()
    const drawn = file === '/plain.html' ? 'html.dark' : 'canvas, svg'
    await page.locator(drawn).first().waitFor()
    if (problems.length > 0) throw new Error(problems.join('\n'))
  } catch (error) {
    throw new Error(`${file} does not work in a browser. ${problems.join('\n')}`, { cause: error })
  } finally {
    await page.close()
    server.close()
  }
}
