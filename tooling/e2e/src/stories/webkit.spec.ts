import { openWebKit, type WebKitPage } from '@org/services'
import { expect, test as base } from 'playwright/test'

// WebKitGTK is the layout engine of every browser on an iPhone. These stories measure boxes; Playwright cannot drive
// Debian's WebKit, so they use its WebDriver.
const test = base.extend<{ webkit: WebKitPage }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  webkit: async ({}, provide) => {
    const page = await openWebKit()
    if ('unavailable' in page) {
      // Elsewhere a machine may lack it; CI installs it (.ci/run).
      if ((process.env['CI'] ?? '') !== '') throw new Error(page.unavailable)
      test.skip(true, page.unavailable)
      return
    }
    await provide(page)
    await page.close()
  },
})

const address = (path: string) => `${process.env['E2E_BASE_URL'] ?? ''}${path}`

/** Waits until an expression of the page is true. */
async function until(page: WebKitPage, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(`return Boolean(${expression})`)).toBe(true)
}

/** Height in CSS pixels of the first element that matches a selector. */
async function heightOf(page: WebKitPage, selector: string): Promise<number> {
  return Number(
    await page.evaluate(`return document.querySelector('${selector}')?.getBoundingClientRect().height ?? 0`),
  )
}

const sizes = [
  [1280, 900],
  [390, 844],
] as const

for (const [width, height] of sizes) {
  test(`WebKit shows the lists of the chat in full at ${width} pixels`, async ({ webkit: page }) => {
    await page.resize(width, height)
    await page.goto(address('/chat'))
    await until(page, `document.querySelector('main input[type=checkbox]')`)
    const agree = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Agree and continue'))`
    const accept = `const box = document.querySelector('main input[type=checkbox]'); if (!box.checked) box.click()`
    // A click between a render and its effects, as only a script can place it, is dropped by React.
    await expect.poll(() => page.evaluate(`${accept}; return !${agree}.disabled`)).toBe(true)
    await page.evaluate(`${agree}.click()`)
    await until(page, `!document.querySelector('textarea').disabled`)
    for (const name of ['Authors', 'Tools']) {
      const button = `[...document.querySelectorAll('button[aria-expanded]')].find((one) => one.textContent.includes('${name}'))`
      await until(page, button)
      await page.evaluate(`${button}.click()`)
      const list = `${button}.parentElement.querySelector('ul')`
      await until(page, `${list}?.querySelector('input')`)
      const [shown, option] = await Promise.all([
        page.evaluate(`return ${list}.clientHeight`),
        page.evaluate(`return ${list}.firstElementChild.getBoundingClientRect().height`),
      ])
      expect(Number(shown), `${name} list`).toBeGreaterThanOrEqual(Number(option))
      expect(Number(option)).toBeGreaterThan(20)
      await page.evaluate(`${button}.click()`)
    }
    expect(await heightOf(page, '[role=log]')).toBeGreaterThan(200)
  })
}
