import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { startApi } from '@org/services'
import type { Browser, Frame, Page } from 'playwright'
import { buildOurs } from '../install.ts'
import type { RunOptions } from '../options.ts'
import type { Bar, PartReport } from '../report.ts'
import { median, quantile, spread } from '../statistics.ts'
import { launch } from '../widget/measure.ts'
import { type Site, serveHost } from '../widget/sites.ts'
import {
  type Interactions,
  openSlow,
  slowDown,
  takeInteractions,
  throttling,
  typeSlowly,
  viewport,
} from './measure.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep at night?'
const following = 'And how much of it is too much for a child of ten years?'
const cfg = '01990000-0000-7000-8000-000000000001'
/** The launcher is in a closed shadow root, in the lower right corner of the viewport. */
const launcher = { x: viewport.width - 50, y: viewport.height - 50 }
const settleMs = 1500

/** The interactions of a visit. */
const kinds = {
  bare: 'typing in a page of a bare `textarea`',
  chat: 'typing in `/chat`',
  answering: 'typing in `/chat` while an answer arrives',
  cold: 'opening the widget, cold',
  hover: 'opening the widget after a hover',
  widget: 'typing in the widget',
} as const

/** Interactions of each visit, by what was done. */
type Samples = Record<keyof typeof kinds, Interactions[]>

/** Measures Interaction to Next Paint where people type and where they open the widget. */
export async function runInteraction({ quick, log }: RunOptions): Promise<PartReport> {
  buildOurs(['@org/widget-app', '@org/web', '@org/api'])
  const rounds = quick ? 2 : 3
  const loads: number[] = []
  const samples: Samples = { bare: [], chat: [], answering: [], cold: [], hover: [], widget: [] }
  const api = await startApi()
  const host = await serveHost(hostHtml(api.url))
  const bare = await serveHost(bareHtml)
  const browser = await launch()
  try {
    for (let round = 0; round < rounds; round += 1) {
      loads.push(os.loadavg()[0] ?? 0)
      log(`interaction: round ${round + 1} of ${rounds}`)
      await typeInBarePage(browser, bare, samples)
      await typeInChat(browser, api.url, samples)
      await openWidget(browser, host, samples)
      await openWidget(browser, host, samples, { hover: true })
    }
    return report(samples, { chromium: browser.version(), loads })
  } finally {
    await browser.close()
    host.close()
    bare.close()
    await api.stop()
  }
}

async function typeInBarePage(browser: Browser, site: Site, samples: Samples): Promise<void> {
  const page = await openSlow(browser, `${site.origin}/`)
  await page.locator('textarea').focus()
  await pause(settleMs)
  await takeInteractions(page, 0)
  await typeSlowly(page, question)
  samples.bare.push(await takeInteractions(page, question.length))
  await page.context().close()
}

async function typeInChat(browser: Browser, origin: string, samples: Samples): Promise<void> {
  const page = await openSlow(browser, `${origin}/chat`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await page.locator('textarea:enabled').focus()
  await pause(settleMs)
  await takeInteractions(page, 0)
  await typeSlowly(page, question)
  samples.chat.push(await takeInteractions(page, question.length))
  await page.keyboard.press('Enter')
  await typeSlowly(page, following)
  samples.answering.push(await takeInteractions(page, following.length + 1))
  await page.context().close()
}

async function openWidget(
  browser: Browser,
  host: Site,
  samples: Samples,
  { hover = false } = {},
): Promise<void> {
  const page = await openSlow(browser, `${host.origin}/`)
  await page.waitForFunction(() => 'OrgChat' in window)
  await pause(settleMs)
  await page.mouse.move(launcher.x, launcher.y)
  if (hover) await pause(settleMs)
  await page.mouse.click(launcher.x, launcher.y)
  const frame = await frameOf(page)
  await frame.locator('textarea:enabled').waitFor()
  samples[hover ? 'hover' : 'cold'].push(await takeInteractions(page, 1))
  if (hover) {
    await slowDown(frame)
    await frame.locator('textarea:enabled').focus()
    await takeInteractions(frame, 0)
    await typeSlowly(page, question)
    samples.widget.push(await takeInteractions(frame, question.length))
  }
  await page.context().close()
}

async function frameOf(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes('/embed/theme/'))
  for (;;) {
    const frame = find()
    if (frame !== undefined) return frame
    await page.waitForEvent('framenavigated')
  }
}

/** Interaction to Next Paint of a visit: its longest interaction, without the longest of each 50. */
function worst(interactions: Interactions): number {
  const sorted = interactions.toSorted((a, b) => b - a)
  return sorted[Math.floor(interactions.length / 50)] ?? 0
}

function report(
  samples: Samples,
  { chromium, loads }: { chromium: string; loads: readonly number[] },
): PartReport {
  const load = spread(loads)
  const each = Object.entries(kinds) as [keyof Samples, string][]
  return {
    part: 'interaction',
    title: 'Interaction to Next Paint',
    method: [
      `From an input until the browser has drawn its outcome, by the Event Timing API in a real Chromium whose main thread is slowed down ${throttling} ×.`,
      'The figure of a visit is its longest interaction, without the longest of each 50, as the metric is defined.',
      `A key is pressed each 120 ms. The widget is on another site than its server, with the disclaimer accepted; the pointer comes and clicks at once, or after ${settleMs / 1000} s on the launcher.`,
      'Durations are multiples of 8 ms, and none below 16 ms is reported.',
      'A page of a `textarea` alone is typed in as well, in the same rounds: what it takes is the machine’s.',
      `They are times of the clock, to which other programs add: the load of the machine, which has ${os.availableParallelism()} cores, was ${load.low.toFixed(1)} to ${load.high.toFixed(1)} (a minute’s average at each round).`,
    ],
    rounds: samples.chat.length,
    versions: { chromium },
    tables: [
      {
        title: 'Interactions in ms: all of them, and the longest of a visit',
        columns: ['', 'all, p50', 'all, p75', 'all, p98', 'longest, p50'],
        rows: each.map(([kind, what]) => [
          what,
          ...[0.5, 0.75, 0.98].map((part) => quantile(samples[kind].flat(), part).toFixed(0)),
          quantile(samples[kind].map(worst), 0.5).toFixed(0),
        ]),
      },
    ],
    bars: each.slice(1).map(([kind, what]): Bar => ({
      what,
      against: `bare page ${median(samples.bare.map(worst))} ms`,
      measured: spread(samples[kind].map(worst)),
      unit: 'ms',
      sense: 'at most',
      bar: 100,
      goal: 50,
    })),
    raw: { samples, loads },
  }
}

const bareHtml =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><textarea aria-label="Message"></textarea></html>'

/** A page of another site with the demonstration's widget. */
function hostHtml(server: string): string {
  const tag = `<script src="${server}/static/embed-loader.js" data-cfg="${cfg}" data-require-disclaimer="false" async></script>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title></head><body><h1>Shop</h1><p>Tea from the hills.</p>${tag}</body></html>`
}
