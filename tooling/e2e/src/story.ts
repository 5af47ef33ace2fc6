import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { test as base, type BrowserContext, expect, type Page } from 'playwright/test'

/** Fixtures of a story: the server's URL, and a page whose errors are recorded. */
interface StoryFixtures {
  /** Logged errors, exceptions and 5xx responses of the page: all but the forgiven ones fail the test at its end. */
  complaints: string[]
  /** Errors that are expected in this test. */
  forgiven: RegExp[]
  /** An account of this test's own, so that what another does with its conversations is not seen here. */
  account: Account
}

/** A new account: what one signs in with, and the session it has already. */
export interface Account {
  email: string
  password: string
  /** The cookies of the session that its sign-up began. */
  session: Awaited<ReturnType<BrowserContext['cookies']>>
}

export const test = base.extend<StoryFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  baseURL: async ({}, provide) => {
    const address = process.env['E2E_BASE_URL']
    if (address === undefined) throw new Error('E2E_BASE_URL is set by the global set-up.')
    await provide(address)
  },
  account: async ({ playwright, baseURL }, provide) => {
    // Of its own: who signs in by the test's would end this session.
    const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    const login = { email: `${randomUUID()}@example.com`, password: 'only-for-this-test' }
    const answer = await request.post('/api/signup', {
      data: login,
      headers: { origin: new URL(baseURL ?? '').origin },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    const { cookies: session } = await request.storageState()
    await request.dispose()
    await provide({ ...login, session })
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  forgiven: async ({}, provide) => {
    await provide([])
  },
  complaints: [
    async ({ page, forgiven }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // Performance message of Chromium's software WebGL.
        if (message.text().includes('GL Driver Message')) return
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`console ${message.type()}: ${message.text()}`)
        }
      })
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('response', (response) => {
        if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
      })
      await provide(complaints)
      expect(complaints.filter((each) => !forgiven.some((known) => known.test(each)))).toEqual([])
    },
    { auto: true },
  ],
})

/** A visitor's conversation list is refused with 401, which the browser's console logs. */
export const refusals = /status of 401/u

export { expect }

/**
 * Fails when axe finds a violation of WCAG 2.2 A or AA, or of its best practices, on the page as it stands and in the
 * other theme. The theme must be the system's.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const theme = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const other = theme === 'dark' ? 'light' : 'dark'
  expect.soft(await violationsIn(page), theme).toEqual([])
  await changeTheme(page, other)
  expect.soft(await violationsIn(page), other).toEqual([])
  await changeTheme(page, theme)
}

/** Changes the system's theme, and waits until the page has followed: by a mark, or by its styles alone. */
async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((theme) => {
    const shown = document.querySelector('[data-theme]')?.getAttribute('data-theme') ?? theme
    return shown === theme && matchMedia(`(prefers-color-scheme: ${theme})`).matches
  }, colorScheme)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns axe's findings on the page: violations of WCAG 2.2 A and AA, and of its best practices. */
export async function violationsIn(page: Page, options: RunOptions = axeOptions): Promise<unknown[]> {
  // Frames of any origin report to the page's axe.
  for (const frame of page.frames()) {
    const has = await frame.evaluate(() => 'axe' in window)
    if (!has)
      await frame.evaluate(`${axe};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });undefined`)
  }
  const violations = await page.evaluate(async (options) => {
    // Colours that are on their way from one to another are nobody's.
    // The list is read anew: the promise of an animation that starts again is never settled.
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    while (isMoving()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return (await window.axe.run(document, options)).violations
  }, options)
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** Those rules alone whose outcome another theme can change. */
export const colourRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

const axeOptions: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
}

declare global {
  interface Window {
    axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> }
  }
}
