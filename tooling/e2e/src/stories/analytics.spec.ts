import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../story.ts'

const password = 'demonstration-only'

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('an admin reads the dashboard: charts, their tables and keys, and the map', async ({
      page,
      baseURL,
    }) => {
      await enter(page, baseURL, 'admin@example.com')
      // The map jumps instead of flying.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: /^Usage \(30d\): [\d,]+ events$/u })).toBeVisible()
      const bars = page.getByRole('figure', { name: 'Top Products' })
      await expect(bars.locator('canvas').first()).toBeVisible()
      const slider = bars.getByRole('slider')
      await slider.focus()
      const first = await slider.getAttribute('aria-valuetext')
      await page.keyboard.press('ArrowDown')
      await expect(slider).not.toHaveAttribute('aria-valuetext', first ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/product=/u)
      await page.getByRole('button', { name: /^Remove the filter Product: / }).click()
      await expect(page).not.toHaveURL(/product=/u)
      await bars.getByRole('button', { name: 'Show as table: Top Products' }).click()
      await expect(bars.getByRole('row').nth(1)).toContainText((first ?? '').split(':')[0] ?? '')
      const map = page.getByRole('figure', { name: 'Global Message Distribution' })
      await map.scrollIntoViewIfNeeded()
      await expect(map.locator('canvas.maplibregl-canvas')).toBeVisible()
      const hotspot = map.getByRole('list', { name: 'Top hotspots' }).getByRole('button').first()
      // The circle is drawn by a worker, some time after the map has come to it.
      await expect(async () => {
        await hotspot.click()
        await expect(map.locator('.org-map-popup')).toContainText('United States')
        await clickMiddle(page, map.locator('canvas.maplibregl-canvas'))
        await expect(page).toHaveURL(/country=US/u, { timeout: 2000 })
      }).toPass()
      await page.getByRole('button', { name: 'Remove the filter Country: United States' }).click()
      await expect(page).not.toHaveURL(/country/u)
      // Nothing half under the header.
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      await expectAccessible(page)
    })

    test('a client reads the figures of their widgets, and chooses among them', async ({ page, baseURL }) => {
      await enter(page, baseURL, 'client@example.com')
      await page.goto('/client')
      const total = page
        .locator('dt', { hasText: 'Total Messages' })
        .locator('xpath=following-sibling::dd[1]')
      await expect(total).toHaveText(/[\d,]+/u)
      const all = await total.innerText()
      await page.getByRole('checkbox', { name: 'Sleep clinic' }).uncheck()
      await expect(total).not.toHaveText(all)
      await expect(page).toHaveURL(/widgets=/u)
      await page.reload()
      await expect(page.getByRole('checkbox', { name: 'Sleep clinic' })).not.toBeChecked()
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(page.getByText('Select at least one widget to explore analytics.')).toBeVisible()
      await page.getByRole('button', { name: 'Select all' }).click()
      await expect(total).toHaveText(all)
      await expectAccessible(page)
    })
  })
}

test('a call that fails takes its own parts alone, and can be tried again', async ({ page, baseURL }) => {
  await enter(page, baseURL, 'admin@example.com')
  await page.route('**/api/stats/message-geo*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>away</p>' }),
  )
  await page.goto('/dashboard')
  await expect(page.getByText('stats failed: message-geo')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Top Authors' })).toBeVisible()
  await page.unroute('**/api/stats/message-geo*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure', { name: 'Global Message Distribution' })).toBeVisible()
})

test('is not for a plain user, who is sent to sign in', async ({ page, baseURL }) => {
  await enter(page, baseURL, 'user@example.com')
  for (const path of ['/dashboard', '/client']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/u)
  }
})

async function clickMiddle(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It has no place.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function enter(page: Page, baseURL: string | undefined, email: string): Promise<void> {
  const origin = new URL(baseURL ?? '').origin
  const answer = await page.request.post('/api/login', { data: { email, password }, headers: { origin } })
  expect(answer.status()).toBe(200)
}
