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

  test(`${what} says so without a script when none of its scripts comes, and is loaded again`, async ({
    page,
  }) => {
    // A proxy in front of the service that answers every script with a page of its own, the guard's, too.
    const isScript = (url: URL) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')
    await page.route(isScript, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Proxy' }))
    await page.goto(path)
    const fallback = page.locator('svg#boot-fallback')
    await expect(fallback.getByText('Something went wrong.')).toBeHidden()
    // Its own clock: no script of the page runs that could be waited for.
    await fallback.evaluate((svg: SVGSVGElement) => svg.setCurrentTime(25))
    await expect(fallback.getByText('Something went wrong.')).toBeVisible()
    await expect(fallback.getByText('Something went wrong.')).toBeInViewport()
    // Without a height it would not be drawn.
    expect(await fallback.evaluate((svg) => svg.clientHeight)).toBe(120)
    await page.unroute(isScript)
    await fallback.getByRole('link', { name: 'Reload' }).click()
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect(fallback).toHaveCount(0)
  })

  test(`${what} starts without its guard, and then shows no failure`, async ({ page }) => {
    await page.route(/\/assets\/(?:theme-init|widget-boot-guard)-[^/]*\.js$/u, (route) =>
      route.fulfill({ status: 404 }),
    )
    await page.goto(path)
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect(page.locator('svg#boot-fallback')).toHaveCount(0)
  })

  test(`${what} is drawn, without its styles, when they do not come`, async ({ page }) => {
    await page.clock.install()
    let release: (() => void) | undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/[^/]*\.css$/u, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('#root') !== null)
    await expect
      .poll(async () => {
        await page.clock.fastForward(21_000)
        // Without waiting for the styles, the app itself may start.
        return page.locator('#boot-failure, #root > *').first().isVisible()
      })
      .toBe(true)
    // The browser draws no frame while a style sheet is awaited, and a picture needs one.
    await page.screenshot({ timeout: 20_000 })
    release?.()
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect.poll(() => page.locator('link[rel=stylesheet][media=print]').count()).toBe(0)
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
