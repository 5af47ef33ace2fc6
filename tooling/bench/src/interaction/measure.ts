import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Frame, Page } from 'playwright'

/** Factor by which the main thread of each page is slowed down, as Chrome’s developer tools do. */
export const throttling = 4
/** Size of the page in px. */
export const viewport = { width: 1280, height: 800 }
/** Pause between two keys in ms: about 100 words a minute. */
const keyMs = 120
/** Event Timing reports no interaction below this duration in ms. */
const shortestMs = 16

/** Interaction to Next Paint of a page or a frame: durations of its interactions in ms, by the Event Timing API. */
export type Interactions = readonly number[]

/** Opens a page whose main thread is slowed down, and whose frames record their interactions. */
export async function openSlow(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addInitScript(recordInteractions)
  await slowDown(page)
  await page.goto(address)
  return page
}

/** Slows down a page, or a frame that has a process of its own. */
export async function slowDown(target: Page | Frame): Promise<void> {
  const context = 'context' in target ? target.context() : target.page().context()
  const session: CDPSession = await context.newCDPSession(target)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling })
}

/** Types into the focused element, key by key. */
export async function typeSlowly(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: keyMs })
}

/** Takes the interactions of a page or a frame since the last call. Unreported ones count with {@link shortestMs}. */
export async function takeInteractions(target: Page | Frame, expected: number): Promise<Interactions> {
  // Entries are dispatched after the frame that ends the interaction.
  await pause(500)
  const recorded = await target.evaluate(() => {
    const durations = [...window.interactions.values()]
    window.interactions.clear()
    return durations
  })
  const unreported = Math.max(0, expected - recorded.length)
  return [...recorded, ...Array.from({ length: unreported }, () => shortestMs)]
}

/** Runs in the page: keeps the longest event of each interaction, as web-vitals does. */
function recordInteractions(): void {
  window.interactions = new Map()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId === 0) continue
      const longest = window.interactions.get(entry.interactionId) ?? 0
      window.interactions.set(entry.interactionId, Math.max(longest, entry.duration))
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

declare global {
  interface Window {
    interactions: Map<number, number>
  }
}
