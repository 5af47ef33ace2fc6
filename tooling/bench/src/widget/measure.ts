import { setTimeout as pause } from 'node:timers/promises'
import { browserLaunchOptions, ensureBrowser } from '@org/services'
import { type Browser, chromium, type Frame, type Page } from 'playwright'
import type { WidgetPage } from './pages.ts'
import { type Moment, type Probe, probe, watchLongTasks } from './probe.ts'
import { serveHost } from './sites.ts'

/** A widget with its server running. */
export interface Widget extends WidgetPage {
  /** The origin of its server. */
  server: string
}

/** State of a page before any interaction. */
export interface Rest {
  /** Requests of all frames, without the page itself and the first script. */
  requests: number
  /** Entries in the storages of all frames, and cookies. */
  stored: number
  /** Long tasks of the page. */
  longTasks: number
  /** Milliseconds of CPU that the page's thread spent in scripts. */
  script: number
}

/** Measurements of one visit to a page with a widget. Times in milliseconds; null for what never came. */
export interface Visit {
  /** From the tag to the launcher in view; to the box, where there is no launcher. */
  launcher: number
  /** From the click to the focus in the box. */
  focus: number | null
  /** Scripts and styles that were asked for until the box was in view. */
  sources: string[]
}

/** Keyboard access of a widget. */
export interface Keys {
  /** True when Tab reaches the launcher. */
  reached: boolean
  /** Accessible name of the launcher; empty without one. */
  name: string
  escapeCloses: boolean
  focusReturns: boolean
}

/** Behaviour of a widget under a strict policy. */
export interface Policed {
  violations: string[]
  /** True when the launcher became visible, if there is one. */
  launcher: boolean
  /** True when the message box became visible, if there is one. */
  box: boolean
}

const settleMs = 1000
const restMs = 1500
const patienceMs = 15_000
// A box that is in view and has no focus after this long gets none.
const focusMs = 1500

/** Chromium that reaches this machine alone. */
export async function launch(): Promise<Browser> {
  const options = browserLaunchOptions(ensureBrowser(console.error))
  const local = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
  return chromium.launch({ ...options, args: [...(options.args ?? []), local] })
}

/** Opens a page and lets it rest, with nothing of ours in it that would take its time. Without a widget, the page alone. */
export async function visitRest(browser: Browser, widget: Widget = { tags: '', server: '' }): Promise<Rest> {
  return withPage(browser, widget, watchLongTasks, async ({ page, requests, script }) => {
    await pause(restMs)
    const spent = await script()
    const entries = await inFrames(page, (frame) =>
      frame.evaluate(() => localStorage.length + sessionStorage.length),
    )
    const cookies = await page.context().cookies()
    return {
      // The page itself, and the script that its tag names.
      requests: Math.max(0, requests() - 2),
      stored: entries.reduce((sum, count) => sum + count, cookies.length),
      longTasks: await page.evaluate(() => window.widgetLongTasks),
      script: spent,
    }
  })
}

/** Opens a widget's page, and presses the launcher once all is calm; with `hover`, rests on it first. */
export async function visit(browser: Browser, widget: Widget, { hover = false } = {}): Promise<Visit> {
  return withPage(browser, widget, probe, async ({ page, moments, sources }) => {
    const first = widget.launcher === undefined ? 'box' : 'launcher'
    if (!(await until(() => moments.has(first)))) throw new Error(`No ${first} came: ${widget.tags}`)
    await pause(settleMs)
    if (widget.launcher !== undefined && widget.input !== undefined) {
      const { x, y } = await placeOf(page, widget.launcher)
      if (hover) {
        await page.mouse.move(x, y)
        await pause(settleMs)
      }
      await page.mouse.click(x, y)
      await until(() => moments.has('box'))
      await until(() => moments.has('focus'), focusMs)
    }
    const between = (from: Moment, to: Moment): number => Math.max(0, momentOf(to) - momentOf(from))
    const momentOf = (name: Moment): number => moments.get(name) ?? Infinity
    return {
      launcher: between('start', first),
      focus: moments.has('focus') ? between('click', 'focus') : null,
      sources: [...new Set(sources.filter(({ at }) => at < momentOf('box')).map(({ address }) => address))],
    }
  })
}

/** Goes to the launcher by Tab and opens by Enter, by a click where Tab does not come to it; closes by Escape. */
export async function useKeys(browser: Browser, widget: Widget): Promise<Keys> {
  const { launcher = '', input = '' } = widget
  return withPage(browser, widget, probe, async ({ page, moments }) => {
    await until(() => moments.has('launcher'))
    const isOnLauncher = async (): Promise<boolean> => {
      const on = await inFrames(page, (frame) =>
        frame.evaluate((selector) => window.widgetBench.active()?.matches(selector) ?? false, launcher),
      )
      return on.includes(true)
    }
    let reached = false
    for (let press = 0; press < 8 && !reached; press += 1) {
      await page.keyboard.press('Tab')
      reached = await isOnLauncher()
    }
    const names = await inFrames(page, (frame) =>
      frame.evaluate((selector) => {
        const element = window.widgetBench.find(selector)
        return element?.ariaLabel ?? element?.getAttribute('title') ?? element?.textContent.trim() ?? ''
      }, launcher),
    )
    const { x, y } = await placeOf(page, launcher)
    await (reached ? page.keyboard.press('Enter') : page.mouse.click(x, y))
    await until(() => moments.has('box'))
    await until(() => moments.has('focus'), focusMs)
    await page.keyboard.press('Escape')
    const escapeCloses = await until(async () => !(await isShown(page, input)), focusMs)
    return {
      reached,
      name: names.find((name) => name !== '') ?? '',
      escapeCloses,
      focusReturns: escapeCloses && (await until(isOnLauncher, focusMs)),
    }
  })
}

/** Opens a widget on a page whose policy allows its server and nothing else, and no text to become code. */
export async function visitPoliced(browser: Browser, widget: Widget): Promise<Policed> {
  return withPage(
    browser,
    widget,
    probe,
    async ({ page, moments }) => {
      const launcher =
        widget.launcher === undefined || (await until(() => moments.has('launcher'), policedMs))
      if (widget.launcher !== undefined && widget.input !== undefined && launcher) {
        const { x, y } = await placeOf(page, widget.launcher)
        await page.mouse.click(x, y)
      }
      const box = widget.input === undefined || (await until(() => moments.has('box'), policedMs))
      await pause(settleMs)
      return { violations: await page.evaluate(() => window.widgetBench.violations), launcher, box }
    },
    strictPolicy(widget.server),
  )
}

const policedMs = 3000
const nonce = 'abc'

function strictPolicy(server: string): string {
  return [
    `default-src 'self' ${server}`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' ${server} 'nonce-${nonce}'`,
    `img-src 'self' ${server} data:`,
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

interface Opened {
  page: Page
  moments: ReadonlyMap<Moment, number>
  /** Scripts and styles, and when they were asked for. */
  sources: readonly { at: number; address: string }[]
  requests: () => number
  /** CPU of the page's thread in scripts, in milliseconds. */
  script: () => Promise<number>
}

async function withPage<Result>(
  browser: Browser,
  { tags, server, launcher, input }: Widget,
  watch: (looked: Probe) => void,
  act: (opened: Opened) => Promise<Result>,
  policy?: string,
): Promise<Result> {
  const host = await serveHost(hostHtml(tags.replaceAll('{server}', server), watch === probe), policy)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const moments = new Map<Moment, number>()
    const sources: { at: number; address: string }[] = []
    let requests = 0
    await page.exposeBinding('tellMoment', (_, moment: Moment, time: number) => {
      if (!moments.has(moment)) moments.set(moment, time)
    })
    await page.addInitScript(watch, { launcher, input })
    page.on('request', (request) => {
      if (request.url().startsWith('http')) requests += 1
    })
    page.on('response', (response) => {
      if (!response.ok() || !/javascript|css/u.test(response.headers()['content-type'] ?? '')) return
      sources.push({ at: response.request().timing().startTime, address: response.url() })
    })
    const session = await context.newCDPSession(page)
    // Thread ticks: CPU time of the thread, so that other load does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${host.origin}/`, { waitUntil: 'load' })
    return await act({
      page,
      moments,
      sources,
      requests: () => requests,
      async script() {
        const { metrics } = await session.send('Performance.getMetrics')
        const script = metrics.find(({ name }) => name === 'ScriptDuration')
        if (script === undefined) throw new Error('This browser does not tell its ScriptDuration.')
        return script.value * 1000
      },
    })
  } finally {
    await context.close()
    host.close()
  }
}

/** The embedding page: a heading, some text and the tags. */
function hostHtml(tags: string, probed: boolean): string {
  const text =
    '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Integer nec odio praesent libero.</p>'
  const scripts = probed ? `<script>window.widgetBench.start()</script>${tags}` : tags
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title></head><body><h1>Shop</h1>${text.repeat(6)}${scripts.replaceAll(/<(script|link)/gu, `<$1 nonce="${nonce}"`)}</body></html>`
}

/** The middle of the element, in whatever frame it is in view. */
async function placeOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  for (const frame of page.frames()) {
    const found = await frame.evaluateHandle((each) => window.widgetBench.find(each), selector)
    const box = await found.asElement()?.boundingBox()
    if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  throw new Error(`${selector} is nowhere in view.`)
}

async function isShown(page: Page, selector: string): Promise<boolean> {
  const shown = await inFrames(page, async (frame) => {
    const owner = frame.parentFrame() === null ? null : await frame.frameElement()
    if (owner !== null && !(await owner.isVisible())) return false
    return frame.evaluate((each) => window.widgetBench.find(each) !== null, selector)
  })
  return shown.includes(true)
}

/** Evaluates a function in each frame of the page; a frame that is removed meanwhile gives no value. */
async function inFrames<Value>(page: Page, ask: (frame: Frame) => Promise<Value>): Promise<Value[]> {
  const answers = await Promise.allSettled(page.frames().map(ask))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/** Resolves to true when the condition held in time. */
async function until(isDone: () => boolean | Promise<boolean>, within = patienceMs): Promise<boolean> {
  const deadline = Date.now() + within
  while (!(await isDone())) {
    if (Date.now() >= deadline) return false
    await pause(20)
  }
  return true
}
