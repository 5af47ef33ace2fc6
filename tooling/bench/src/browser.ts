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

/** Two marks of `performance.mark`, one after the other. */
export interface Marks {
  readonly from: string
  readonly to: string
}

/**
 * Milliseconds of CPU that the main thread spends between each two marks, whatever runs there in the meantime: work
 * that is put off until the next frame counts as well as work done at once.
 */
export async function cpuBetween(
  session: CDPSession,
  { from, to }: Marks,
  work: () => Promise<void>,
): Promise<number[]> {
  const marks: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }: { value: Partial<TraceEvent>[] }) => {
    for (const { name, ts = 0, tts = 0 } of value) {
      if (name === from || name === to) marks.push({ name, ts, tts })
    }
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing'] },
  })
  await work()
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve)
  })
  await session.send('Tracing.end')
  await complete
  const times: number[] = []
  let start: number | undefined
  for (const { name, tts } of marks.toSorted((a, b) => a.ts - b.ts)) {
    if (name === from) start = tts
    else if (start !== undefined) times.push((tts - start) / 1000)
  }
  return times
}

/** As far as it is read: the wall clock and the thread's own, in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly tts: number
}

// A page that no one looks at must run at full speed.
const flags = ['--disable-renderer-backgrounding', '--disable-background-timer-throttling']
