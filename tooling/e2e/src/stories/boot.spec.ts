import type { Page } from 'playwright/test'
import { expect, test } from '../story.ts'
import { cfg } from '../widget-story.ts'

const pages = [
  { what: 'the site', path: '/chat' },
  { what: 'an embed page', path: '/embed/login' },
  { what: 'the widget’s frame', path: `/embed/theme/ultra?cfg=${cfg}&open=1` },
]
const scriptOf = /<script type="module"[^>]* src="([^"]+)"/gu
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong.' })

// A failure here is reported.
test.use({ forgiven: [/./u] })

for (const { what, path } of pages) {
  test(`${what} says that something went wrong when its scripts are refused, and is loaded again`, async ({
    page,
  }) => {
    const isEntry = (url: URL) =>
      /\/assets\/(?:widget-)?(?:index|main|early|box)-[^/]*\.js$/u.test(url.pathname)
    await page.route(isEntry, (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await expect(notice(page)).toBeVisible()
    await page.unroute(isEntry)
    await notice(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect(notice(page)).toHaveCount(0)
  })

  test(`${what} says that something went wrong when a script throws at its start`, async ({ page }) => {
    await page.route(/\/assets\/(?:widget-)?(?:index|main)-[^/]*\.js$/u, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
    )
    await page.goto(path)
    await expect(notice(page)).toBeVisible()
  })

  test(`${what} says that something went wrong when its scripts do not come`, async ({ page }) => {
    await page.clock.install()
    await page.route(/\/assets\/(?:widget-)?(?:index|main|box)-[^/]*\.js$/u, () => undefined)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('#root') !== null)
    await expect
      .poll(async () => {
        await page.clock.fastForward(21_000)
        return notice(page).isVisible()
      })
      .toBe(true)
  })

  test(`${what} is loaded again, once, when its document belongs to an old deployment`, async ({ page }) => {
    let documents = 0
    let isOld = true
    await page.route(
      (url) => url.pathname === path.split('?')[0],
      async (route) => {
        const response = await route.fetch()
        const html = await response.text()
        // The first document is the old one; a request for the current one comes from the page itself.
        const isNavigation = route.request().isNavigationRequest()
        if (isNavigation) documents += 1
        const shown =
          isOld && isNavigation ? html.replaceAll(scriptOf, (tag) => tag.replace('.js', '-old.js')) : html
        await route.fulfill({ response, body: shown })
      },
    )
    await page.goto(path)
    // Once, since it is still the old one. A guard that loads late acts at its time limit of 20 s, for each document.
    test.setTimeout(120_000)
    await expect(notice(page)).toBeVisible({ timeout: 60_000 })
    expect(documents).toBe(2)
    isOld = false
    await notice(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html[data-started]')).toBeAttached()
    expect(documents).toBe(3)
  })
}

test('a chunk of an old deployment that is wanted later loads the page again, once', async ({ page }) => {
  let documents = 0
  let isReplaced = false
  await page.route(
    (url) => url.pathname === '/about' || url.pathname === '/contact',
    async (route) => {
      const response = await route.fetch()
      if (route.request().isNavigationRequest()) documents += 1
      // The new deployment's document names another entry, which holds the same.
      const html = await response.text()
      const body = isReplaced
        ? html.replaceAll(scriptOf, (tag) => tag.replace('/assets/', '/%61ssets/'))
        : html
      await route.fulfill({ response, body })
    },
  )
  await page.goto('/about')
  await expect(page.locator('html[data-started]')).toBeAttached()
  await page.route(/\/assets\/contact[^/]*\.js$/u, (route) =>
    documents === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  isReplaced = true
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect.poll(() => documents).toBe(2)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})
