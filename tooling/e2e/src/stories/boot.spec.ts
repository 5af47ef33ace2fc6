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

/** Serves the document without the digest that lets its own script run. */
async function withoutGuard(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path.split('?')[0],
    async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers['content-security-policy'] ?? ''
      const stricter = policy.replace(/'sha256-[^']+'/u, '')
      expect(stricter).not.toBe(policy)
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': stricter } })
    },
  )
}

/** Leaves the requests that match without an answer. The returned function lets those that follow pass. */
async function stall(page: Page, match: RegExp): Promise<() => void> {
  let isStalled = true
  await page.route(match, (route) => (isStalled ? undefined : route.continue()))
  return () => {
    isStalled = false
  }
}

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

  test(`${what} says that something went wrong when neither a script nor a style comes`, async ({ page }) => {
    await page.clock.install()
    const answer = await stall(page, /\.(?:js|css|woff2)$/u)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('#root') !== null)
    await expect
      .poll(async () => {
        await page.clock.fastForward(21_000)
        return notice(page).isVisible()
      })
      .toBe(true)
    // Drawn, and not only in the document.
    await page.screenshot({ timeout: 20_000 })
    answer()
    await notice(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect(notice(page)).toHaveCount(0)
  })

  test(`${what} says so without a script when none of its scripts runs, and is loaded again`, async ({
    page,
  }) => {
    // A proxy in front of the service that answers every script with a page of its own, and forbids the document's.
    const isScript = (url: URL) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')
    await page.route(isScript, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Proxy' }))
    await withoutGuard(page, path)
    await page.goto(path)
    const fallback = page.locator('svg#boot-fallback')
    await expect(fallback.getByText('Something went wrong.')).toBeHidden()
    // Its own clock: no script of the page runs that could be waited for.
    await fallback.evaluate((svg: SVGSVGElement) => svg.setCurrentTime(25))
    await expect(fallback.getByText('Something went wrong.')).toBeVisible()
    await expect(fallback.getByText('Something went wrong.')).toBeInViewport()
    // Without a height it would not be drawn.
    expect(await fallback.evaluate((svg) => svg.clientHeight)).toBe(120)
    await page.unrouteAll()
    await fallback.getByRole('link', { name: 'Reload' }).click()
    await expect(page.locator('html[data-started]')).toBeAttached()
    await expect(fallback).toHaveCount(0)
  })

  test(`${what} starts without its guard, and then shows no failure`, async ({ page }) => {
    await withoutGuard(page, path)
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

for (const path of ['/login', '/chat', '/embed/login', '/admin/embed-preview']) {
  test(`${path} offers to be loaded again when the code of the page does not come`, async ({ page }) => {
    await page.clock.install()
    const answer = await stall(page, /\/assets\/(?:login|chat|embed-)[^/]*\.js$/u)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('main[aria-busy=true]')).toBeVisible()
    const reload = page.getByRole('status').getByRole('button', { name: 'Reload' })
    await expect(reload).toBeHidden()
    await page.clock.fastForward(10_000)
    await expect(reload).toBeVisible()
    answer()
    await reload.click()
    await expect(page.locator('main[aria-busy=true]')).toHaveCount(0)
    await expect(page.locator('#root > *').first()).toBeAttached()
    await expect(reload).toHaveCount(0)
  })
}

test('a page whose code does not come after a click offers to be loaded, above the page before', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/about')
  await expect(page.locator('html[data-started]')).toBeAttached()
  const answer = await stall(page, /\/assets\/contact[^/]*\.js$/u)
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(/\/contact$/u)
  const reload = page.getByRole('status').getByRole('button', { name: 'Reload' })
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000)
      return reload.isVisible()
    })
    .toBe(true)
  answer()
  await reload.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

for (const { what, code } of [
  { what: 'its engine', code: /\/assets\/widget-create-engine-[^/]*\.js$/u },
  { what: 'its messages', code: /\/assets\/widget-chat-parts-[^/]*\.js$/u },
]) {
  test(`the widget’s frame offers to be loaded again when the code of ${what} does not come`, async ({
    page,
  }) => {
    await page.clock.install()
    const asked = page.waitForRequest(code)
    const answer = await stall(page, code)
    await page.goto(`/embed/theme/ultra?cfg=${cfg}&open=1`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    const reload = page.getByRole('button', { name: 'Reload' })
    await asked
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return reload.isVisible()
      })
      .toBe(true)
    answer()
    await reload.click()
    await expect(page.getByText('How can I help?')).toBeVisible()
  })
}

test('the widget’s frame can try again when the code of its messages is refused', async ({ page }) => {
  const code = /\/assets\/widget-chat-parts-[^/]*\.js$/u
  await page.route(code, (route) => route.abort())
  await page.goto(`/embed/theme/ultra?cfg=${cfg}&open=1`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(page.getByText('The chat could not be loaded.')).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('How can I help?')).toBeVisible()
})

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
