import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'

/** What a story needs beyond Playwright's own: the server's address, and a page whose complaints are kept. */
interface StoryFixtures {
  /** Fails the test at its end when the page logged an error, threw, or got a 5xx. */
  complaints: string[]
  /** An account of this test's own, so that what another does with its conversations is not seen here. */
  account: Account
}

/** What somebody signs in with. */
export interface Account {
  email: string
  password: string
}

export const test = base.extend<StoryFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  baseURL: async ({}, provide) => {
    const address = process.env['E2E_BASE_URL']
    if (address === undefined) throw new Error('E2E_BASE_URL is set by the global set-up.')
    await provide(address)
  },
  account: async ({ request, baseURL }, provide) => {
    const account = { email: `${randomUUID()}@example.com`, password: 'only-for-this-test' }
    const answer = await request.post('/api/signup', {
      data: account,
      headers: { origin: new URL(baseURL ?? '').origin },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await provide(account)
  },
  complaints: [
    async ({ page }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // What Chromium's software WebGL says of its own speed.
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
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Fails when axe finds a violation of WCAG 2.2 A or AA, or of its best practices, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found).toEqual([])
}
