import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../story.ts'

declare global {
  interface Window {
    /** Properties of each page transition, recorded from before the page loads. */
    pageMotions: string[]
    /** The layout shifts that no input has caused. */
    layoutShifts: number[]
  }
}

/** The route table of specification 1, section 2, as a visitor meets it: where one arrives, and what one reads. */
const routes = [
  { row: '/ sends a visitor to /login', path: '/', arrives: '/login', heading: 'Login' },
  { row: '/home redirects to /', path: '/home', arrives: '/login', heading: 'Login' },
  { row: '/about', path: '/about', arrives: '/about', heading: 'Answers people can check' },
  { row: '/products', path: '/products', arrives: '/products', heading: 'Products' },
  { row: '/contact', path: '/contact', arrives: '/contact', heading: 'Contact' },
  { row: '/disclaimer', path: '/disclaimer', arrives: '/disclaimer', heading: 'Assistant disclaimer' },
  { row: '/privacy', path: '/privacy', arrives: '/privacy', heading: 'Privacy' },
  { row: '/terms', path: '/terms', arrives: '/terms', heading: 'Terms of use' },
  { row: '/login', path: '/login', arrives: '/login', heading: 'Login' },
  { row: '/signup', path: '/signup', arrives: '/signup', heading: 'Sign up' },
  { row: '/reset-password', path: '/reset-password', arrives: '/reset-password', heading: 'Reset Password' },
  { row: '/set-password', path: '/set-password', arrives: '/set-password', heading: 'Set New Password' },
  { row: '/auth/callback', path: '/auth/callback', arrives: '/auth/callback', heading: 'Authenticating' },
  {
    row: '/account asks a visitor to sign in',
    path: '/account',
    arrives: '/login?from=%2Faccount',
    heading: 'Login',
  },
  { row: 'any other path', path: '/no/such-page', arrives: '/no/such-page', heading: 'Page not found' },
] as const

/** The pages that are rendered at build. */
const publicPages = routes.filter(({ path }) =>
  /^\/(?:about|products|contact|disclaimer|privacy|terms)$/u.test(path),
)

for (const { row, path, arrives, heading } of routes) {
  test(`${row}: arrives, is accessible in either theme, and nothing in it jumps`, async ({ page }) => {
    await countShifts(page)
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
    ] as const) {
      await test.step(`${width} px`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page).toHaveURL(arrives)
        await expect(page).toHaveTitle(/Verdant/u)
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await shifts(page)).toBeLessThanOrEqual(0.02)
        await expectAccessible(page)
      })
    }
  })
}

test('the public pages show before and without JavaScript, with their heads', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  for (const { path, heading } of publicPages) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('head > title')).toHaveCount(1)
      await expect(page.locator('head > meta[name="description"]')).toHaveAttribute('content', /\S/u)
      await expect(page.locator('head > meta[property="og:title"]')).toHaveAttribute('content', /\S/u)
      await expect(page.getByRole('link', { name: 'About', exact: true }).first()).toBeVisible()
    })
  }
  await context.close()
})

test('the public pages go on as they were rendered: the same elements, one of each in the head', async ({
  page,
}) => {
  // Marks what the document brought with it, before any module runs.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.querySelector('h1')?.setAttribute('data-rendered-ahead', '')
    })
  })
  // Prerendered pages contain the light theme.
  await page.emulateMedia({ colorScheme: 'dark' })
  // Without prerendering, the script creates the button.
  await page.goto('/login')
  const made = await buttonStyle(page)
  for (const { path } of publicPages) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Switch to light' })).toBeVisible()
      await expect(page.locator('h1')).toHaveAttribute('data-rendered-ahead', '')
      for (const one of [
        'title',
        'meta[name="description"]',
        'link[rel="canonical"]',
        'meta[property="og:url"]',
      ]) {
        await expect(page.locator(`head > ${one}`)).toHaveCount(1)
      }
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        'href',
        new URL(path, page.url()).href,
      )
      expect(await buttonStyle(page)).toBe(made)
    })
  }
})

test('search engines find the public pages, and nothing of anybody', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const { path } of publicPages) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /account')
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect((await request.get('/preview.png')).headers()['content-type']).toBe('image/png')
})

test('a saved theme is there before the first paint, and other tabs follow', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto('/about')
  await other.goto('/contact')
  await one.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#111715')
  await one.goto('/disclaimer', { waitUntil: 'commit' })
  await expect(one.locator('html')).toHaveClass(/dark/u)
  await expect(one.getByRole('button', { name: 'Switch to light' })).toBeVisible()
})

for (const [reducedMotion, seen] of [
  ['no-preference', ['page-enter 200 ms: 0, 0px 8px → 1, none', 'page-exit 200 ms: 1, none → 0, 0px -6px']],
  ['reduce', []],
] as const) {
  test(`page wrapper: content fades and slides in and out over 0.2 s (motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await keepMotions(page)
    await page.goto('/disclaimer')
    await page.getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL('/about')
    await expect.poll(() => motions(page)).toEqual(seen)
  })
}

/** Keeps how the pages move: each of their view transition's animations, as soon as they are there. */
async function keepMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { pageMotions: seen })
    const note = (animation: Animation) => {
      const { effect } = animation
      if (!(animation instanceof CSSAnimation) || !(effect instanceof KeyframeEffect)) return
      if (!animation.animationName.startsWith('page-')) return
      const ends = effect.getKeyframes().map(({ opacity, translate }) => `${opacity}, ${translate}`)
      seen.push(`${animation.animationName} ${String(effect.getTiming().duration)} ms: ${ends.join(' → ')}`)
    }
    const noteAll = async ({ ready }: ViewTransition) => {
      try {
        await ready
        document.getAnimations().forEach(note)
      } catch {
        // One that is skipped moves nothing.
      }
    }
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      void noteAll(transition)
      return transition
    }
  })
}

function motions(page: Page): Promise<string[]> {
  return page.evaluate(() => window.pageMotions.toSorted())
}

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { layoutShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        }
        if (!hadRecentInput) seen.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shifts(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShifts.reduce((sum, each) => sum + each, 0))
}

/** Returns the style of the theme button: prerendered and scripted buttons must look the same. */
function buttonStyle(page: Page): Promise<string> {
  return page
    .getByRole('button', { name: /Switch to/u })
    .evaluate((button) => `${getComputedStyle(button).borderRadius} ${getComputedStyle(button).width}`)
}

test('speaks the language that is chosen, from right to left where it is read so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' })
  await expect(page.getByRole('heading', { level: 1, name: 'إجابات يمكن التحقق منها' })).toBeVisible()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('lang', 'ar')
  await expect(root).toHaveAttribute('dir', 'rtl')
  const [logo, menu] = [
    page.getByRole('link', { name: 'Verdant' }).first(),
    page.getByRole('button', { name: 'فتح القائمة' }),
  ]
  expect((await logo.boundingBox())?.x).toBeGreaterThan((await menu.boundingBox())?.x ?? 390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)

  // Kept for the next page, and the next visit.
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'تسجيل الدخول' })).toBeVisible()
  await page.getByRole('combobox', { name: 'اللغة' }).selectOption({ label: 'English' })
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(root).toHaveAttribute('dir', 'ltr')
})

test('speaks the browser’s language where none was chosen, and shows no other before', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'es-MX' })
  const page = await context.newPage()
  // Prerendered text is English: it must stay hidden while the translations load.
  const { promise: texts, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/assets/site-*.js', async (route) => {
    await texts
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.waitForRequest('**/assets/site-*.js')
  await expect(page.getByText('Write to us')).toBeHidden()
  send()
  await expect(page.getByRole('heading', { level: 1, name: 'Contacto' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeVisible()
  await context.close()
})
