import { acknowledged } from '../chat-page.ts'
import { pagesOf } from '../site-pages.ts'
import { expect, expectAccessible, refusals, test } from '../story.ts'

for (const who of ['visitor', 'client', 'admin'] as const) {
  for (const width of [390, 1280]) {
    test.describe(`${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })

      test(`every page that a ${who} opens is accessible`, async ({ page, baseURL, forgiven }) => {
        forgiven.push(refusals, /status of 404/u)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await acknowledged(page)
        if (who !== 'visitor') {
          const answer = await page.request.post('/api/login', {
            data: { email: `${who}@example.com`, password: 'demonstration-only' },
            headers: { origin: new URL(baseURL ?? '').origin },
          })
          expect(answer.status()).toBe(200)
        }
        for (const path of pagesOf(who)) {
          await test.step(path, async () => {
            await page.goto(path)
            await expect(page.locator('main').first()).toBeVisible()
            await expect(page.locator('main[aria-busy=true], [data-loading]')).toHaveCount(0)
            await expectAccessible(page)
          })
        }
      })
    })
  }
}
