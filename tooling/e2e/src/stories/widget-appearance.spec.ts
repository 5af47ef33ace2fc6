import type { APIRequestContext, Page } from 'playwright/test'
import { expect, expectAccessible } from '../story.ts'
import { accept, frameOf, saveWidget, test } from '../widget-story.ts'

const starters = [
  'What helps me sleep?',
  'How much magnesium does an adult need?',
  'Is chamomile safe in pregnancy?',
]
const look = {
  accent: '#b1004f',
  welcome: 'Welcome to Tea & Co.',
  starters,
  icon: 'leaf',
  label: 'Ask us',
  radius: 8,
  greeting: { text: 'Looking for something?', seconds: 1, path: '/shop' },
}

test.describe.configure({ mode: 'default' })

/** Opens the widget's closed trees, so that a story finds what a visitor sees in them. */
async function openTrees(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function attachOpen(options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
  })
}

/** Saves a widget with the look of a brand, and gives its id and the snippet that the editor offers. */
async function brandedSnippet(
  page: Page,
  request: APIRequestContext,
  baseURL: string | undefined,
): Promise<{ id: string; snippet: string }> {
  const id = await saveWidget(request, baseURL, { name: `Brand ${Date.now()}`, appearance: look })
  const headers = { origin: new URL(baseURL ?? '').origin }
  await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers,
  })
  await page.goto(`/admin/configurators?id=${id}&step=5`)
  return { id, snippet: await page.getByLabel('Embed snippet', { exact: true }).inputValue() }
}

test('a brand’s launcher requests nothing; the greeting comes once, and the frame wears the brand', async ({
  page,
  browser,
  request,
  baseURL,
  site,
}) => {
  const { id, snippet } = await brandedSnippet(page, request, baseURL)
  site.put('/shop', { body: `<h1>Tea shop</h1>${snippet}` })
  const visitor = await browser.newContext()
  const shop = await visitor.newPage()
  await openTrees(shop)
  const requests: string[] = []
  shop.on('request', (sent) => requests.push(new URL(sent.url()).pathname))

  await shop.goto(`${site.origin}/shop`)
  const greeting = shop.getByRole('button', { name: 'Looking for something?' })
  await expect(greeting).toBeVisible()
  const launcher = shop.getByRole('button', { name: 'Ask us' })
  await expect(launcher).toHaveCSS('background-color', 'rgb(177, 0, 79)')
  await expect(launcher).toHaveCSS('border-radius', '8px')
  expect(requests.toSorted()).toEqual(['/shop', '/static/embed-greeting.js', '/static/embed-loader.js'])
  await shop.getByRole('button', { name: 'Dismiss' }).click()
  await expect(greeting).toBeHidden()

  await launcher.click()
  const frame = await frameOf(shop)
  await accept(frame)
  await expect(frame.getByText('Welcome to Tea & Co.')).toBeVisible()
  await expect(frame.getByRole('list', { name: 'Questions to start with' }).getByRole('button')).toHaveText(
    starters,
  )
  await frame.getByRole('button', { name: starters[1] ?? '' }).click()
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.getByText('Welcome to Tea & Co.')).toBeHidden()
  await visitor.close()

  // Another visitor: the widget would open the latest conversation of this one, or of a person who is signed in.
  const other = await browser.newContext()
  const direct = await other.newPage()
  await direct.goto(`${baseURL}/embed/theme/ultra?cfg=${id}&open=1&hide=1&require_disclaimer=0`)
  await expect(direct.getByRole('button', { name: starters[0] ?? '' })).toBeVisible()
  await expectAccessible(direct)
  await other.close()
})

test('a greeting opens the chat, and stays away from other pages and later visits', async ({
  page,
  browser,
  request,
  baseURL,
  site,
}) => {
  const { snippet } = await brandedSnippet(page, request, baseURL)
  site.put('/blog', { body: `<h1>Blog</h1>${snippet}` })
  site.put('/shop', { body: `<h1>Tea shop</h1>${snippet}` })
  const visitor = await browser.newContext({ reducedMotion: 'reduce' })
  const shop = await visitor.newPage()
  await openTrees(shop)
  await shop.clock.install()
  const greeting = shop.getByRole('button', { name: 'Looking for something?' })

  await shop.goto(`${site.origin}/blog`, { waitUntil: 'load' })
  await shop.clock.runFor(5000)
  await expect(greeting).toHaveCount(0)

  await shop.goto(`${site.origin}/shop`, { waitUntil: 'load' })
  await shop.clock.runFor(1000)
  await greeting.click()
  await expect(greeting).toBeHidden()
  const frame = await frameOf(shop)
  await expect(frame.getByText('Before you start')).toBeVisible()

  const again = await visitor.newPage()
  await openTrees(again)
  await again.clock.install()
  await again.goto(`${site.origin}/shop`, { waitUntil: 'load' })
  await again.clock.runFor(5000)
  await expect(again.getByRole('button', { name: 'Looking for something?' })).toHaveCount(0)
  await visitor.close()
})

test('an admin sees a brand’s look in the live preview while typing', async ({ page, request, baseURL }) => {
  const headers = { origin: new URL(baseURL ?? '').origin }
  await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers,
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const id = await saveWidget(request, baseURL, { name: `Preview ${Date.now()}` })
  await page.goto(`/admin/configurators?id=${id}&step=6`)
  const frame = await frameOf(page)
  // The preview opens the latest conversation of who is signed in.
  await frame.getByRole('button', { name: 'New conversation' }).first().click()
  await page.getByLabel('Accent colour', { exact: true }).fill('#b1004f')
  await page.getByLabel('Welcome text').fill('Ask the tea house')
  await page.getByLabel('Starter questions').fill(starters.join('\n'))
  await expect(frame.getByText('Ask the tea house')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'What helps me sleep?' })).toHaveCSS(
    'color',
    'rgb(177, 0, 79)',
  )
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  const [form, preview] = await Promise.all([
    page.getByLabel('Welcome text').boundingBox(),
    page.getByTitle('Live preview').boundingBox(),
  ])
  expect(preview?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0))
})
