import { browserLaunchOptions, ensureBrowser } from '@org/services'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'

/** A page in a browser of its own, with the clock of its main thread. */
export interface MeasuredPage {
  readonly page: Page
  readonly version: string
  /** Seconds of CPU that the main thread has spent so far. */
  readonly cpuSeconds: () => Promise<number>
  readonly collectGarbage: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens an address in a fresh Chromium. */
export async function openPage(address: string): Promise<MeasuredPage> {
  const options = browserLaunchOptions(ensureBrowser(console.error))
  const browser = await chromium.launch({ ...options, args: (options.args ?? []).concat(flags) })
  try {
    return await prepare(browser, address)
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function prepare(browser: Browser, address: string): Promise<MeasuredPage> {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(address)
  await page
    .waitForSelector('body[data-ready]', { state: 'attached', timeout: 20_000 })
    .catch((error: unknown) => {
      throw new Error(`${address} did not start: ${errors.join('; ')}`, { cause: error })
    })
  const session: CDPSession = await page.context().newCDPSession(page)
  // Thread ticks: CPU time of the thread, so that other load does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    page,
    version: browser.version(),
    async cpuSeconds() {
      const { metrics } = await session.send('Performance.getMetrics')
      const task = metrics.find(({ name }) => name === 'TaskDuration')
      if (task === undefined) throw new Error('This browser does not tell its TaskDuration.')
      return task.value
    },
    async collectGarbage() {
      await session.send('HeapProfiler.collectGarbage')
    },
    async close() {
      await browser.close()
      if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`)
    },
  }
}

// A page that no one looks at must run at full speed.
const flags = ['--disable-renderer-backgrounding', '--disable-background-timer-throttling']
