import type { Page } from 'playwright/test'
import { acknowledged } from '../chat-page.ts'
import { walkedPagesOf } from '../site-pages.ts'
import { expect, refusals, test } from '../story.ts'

/** A window of 1,280 × 1,024 px at these zooms: WCAG 2.2 asks for 200 % (1.4.4) and 400 % (1.4.10). */
const zooms = [
  { zoom: '200 %', viewport: { width: 640, height: 512 } },
  { zoom: '400 %', viewport: { width: 320, height: 256 } },
]

for (const { who, viewer } of [
  { who: 'a visitor', viewer: 'visitor' },
  { who: 'an admin', viewer: 'admin' },
] as const) {
  test(`${who} reaches all of every page by Tab in forced colours, and reads it at 200 and 400 % by scrolling one way`, async ({
    page,
    baseURL,
    forgiven,
  }) => {
    // Of the pages of a share link and an address that do not exist.
    forgiven.push(refusals, /status of 404/u)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await acknowledged(page)
    if (viewer === 'admin') {
      const answer = await page.request.post('/api/login', {
        data: { email: 'admin@example.com', password: 'demonstration-only' },
        headers: { origin: new URL(baseURL ?? '').origin },
      })
      expect(answer.status()).toBe(200)
    }
    for (const path of walkedPagesOf(viewer)) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(path)
        await expect(page.locator('main h1').first()).toBeAttached()
        await page.waitForLoadState('networkidle')
        expect.soft(await walk(page), path).toEqual([])
        await page.evaluate(spaceWidely)
        for (const { zoom, viewport } of zooms) {
          await page.setViewportSize(viewport)
          await expect.poll(() => sideways(page, viewport.width), `${path} at ${zoom}`).toEqual([])
        }
      })
    }
  })
}

/** Runs in the page: what a reader may set (WCAG 2.2, 1.4.12), as a sheet that the page's policy lets in. */
function spaceWidely(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

/** Returns elements beyond the viewport's edge without a scroll container, which make the page scroll sideways. */
async function sideways(page: Page, width: number): Promise<string[]> {
  return page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120))
  }, width)
}

/** Presses Tab through the page: what is wrong with the places where the focus comes to. */
async function walk(page: Page): Promise<string[]> {
  const flaws: string[] = []
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  for (let presses = 0; presses < 400; presses++) {
    await page.keyboard.press('Tab')
    const flaw = await page.evaluate(flawOfFocus)
    if (flaw === 'the end') return flaws
    if (flaw !== '') flaws.push(flaw)
  }
  return [...flaws, 'The focus does not come to an end.']
}

/** Runs in the page. Empty where the focus is seen, lies in the window, and nothing lies over it. */
function flawOfFocus(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return 'the end'
  // Content of a frame is checked in the frame.
  if (element.tagName === 'IFRAME') return ''
  const said = element.outerHTML.slice(0, 120)
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const around = [element, element.parentElement, element.parentElement?.parentElement, ...labels]
  const ringed = around.find((each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  })
  if (!ringed) return `No ring: ${said}`
  const { left, right, top, bottom } = ringed.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  if (left >= innerWidth || right <= 0 || top >= innerHeight || bottom <= 0) return `Out of sight: ${said}`
  const over = document.elementFromPoint(x, y)
  // A chart's cursor lies beside its canvas.
  const isSeen = over !== null && (ringed.parentElement?.contains(over) || over.contains(ringed))
  return isSeen ? '' : `Covered by ${over?.outerHTML.slice(0, 80)}: ${said}`
}
