import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect } from '../story.ts'
import { accept, ask, cfg, frameOf, saveWidget, test } from '../widget-story.ts'

/** Opens the shadow root of the launcher to the test. */
async function openRoots(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function open(options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
  })
}

test('a page’s custom properties change no launcher, and those of the tag do', async ({
  page,
  site,
  tag,
}) => {
  await openRoots(page)
  site.put('/', {
    head: '<style>:root,*{--paint:transparent!important;--sign:transparent!important;--icon:none;--radius:0px!important}</style>',
    body: `${tag()}${tag('data-id="own" data-position="bottom-left" data-look="--paint:#b1004f;--sign:#ffe"')}`,
  })
  await page.goto(site.origin)
  const styleOf = (index: number) =>
    page
      .locator('org-chat')
      .nth(index)
      .locator('button')
      .evaluate((button) => {
        const { backgroundColor, borderRadius } = getComputedStyle(button)
        const sign = getComputedStyle(button, '::before')
        return [backgroundColor, borderRadius, sign.backgroundColor, sign.clipPath.slice(0, 5)]
      })
  await expect(page.locator('org-chat')).toHaveCount(2)
  const styles = await Promise.all([styleOf(0), styleOf(1)])
  // Two async scripts: either may be first.
  expect(styles).toContainEqual(['rgb(11, 99, 80)', '20px', 'rgb(255, 255, 255)', 'path('])
  expect(styles).toContainEqual(['rgb(177, 0, 79)', '20px', 'rgb(255, 255, 238)', 'path('])
})

test('leaves a page visible whose styles darken what is behind its dialogs', async ({ page, site, tag }) => {
  site.put('/', {
    head: '<style>body{background:#fff}::backdrop{display:block!important;background:#000!important}</style>',
    body: `<h1>Shop</h1>${tag()}`,
  })
  await page.goto(site.origin)
  await expect(page.locator('org-chat')).toHaveCount(1)
  const backdrop = () =>
    page.locator('org-chat').evaluate((host) => getComputedStyle(host, '::backdrop').display)
  await expect.poll(backdrop).toBe('none')
})

test('works on a page that extends the prototype of objects by options of listeners', async ({
  page,
  site,
  tag,
}) => {
  site.put('/', {
    head: `<script>Object.assign(Object.prototype, { once: true, passive: true })
      Object.prototype.signal = AbortSignal.abort()</script>`,
    body: `<h1>Shop</h1>${tag()}`,
  })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  const isReady = page.evaluate(
    () => new Promise((resolve) => void window.OrgChat?.('on', 'ready', () => resolve('ready'))),
  )
  await page.evaluate(() => window.OrgChat?.open())
  // It is the second message of the frame.
  expect(await isReady).toBe('ready')
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
})

test('starts anew by the tag of a document that the page has written over its own', async ({
  page,
  site,
  tag,
}) => {
  await openRoots(page)
  site.put('/', { body: `<h1>Shop</h1>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate((body) => {
    document.open()
    // oxlint-disable-next-line typescript/no-deprecated -- Old pages do.
    document.write(`<!doctype html><title>New</title><body><h1>New</h1>${body}`)
    document.close()
  }, tag())
  await page.locator('org-chat').getByRole('button').click()
  await accept(await frameOf(page))
})

test('reports a tag in a shadow root, whose attributes it cannot read', async ({
  page,
  site,
  baseURL,
  complaints,
}) => {
  site.put('/', {
    body: `<div id="host"></div><script>
      const tag = Object.assign(document.createElement('script'), { src: '${baseURL}/static/embed-loader.js' })
      tag.dataset.cfg = '${cfg}'
      document.querySelector('#host').attachShadow({ mode: 'open' }).append(tag)
    </script>`,
  })
  await page.goto(site.origin)
  await expect.poll(() => complaints.join()).toContain('OrgChat: no script tag in the document')
  complaints.splice(0)
})

test('stands in a document without an origin, where its configurator lets it', async ({
  page,
  tag,
  request,
  baseURL,
}, testInfo) => {
  const allowed = await saveWidget(request, baseURL, { name: 'WebView', allowed_origins: ['null'] })
  const file = testInfo.outputPath('page.html')
  writeFileSync(
    file,
    `<!doctype html><title>App</title><body>${tag('data-open="true"').replace(cfg, allowed)}`,
  )
  await page.goto(`file://${file}`)
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
})

test('answers a question whose embed token the server refuses before its time', async ({
  page,
  site,
  tag,
  forgiven,
}) => {
  forgiven.push(/status of 403/u)
  site.put('/', { body: tag('data-open="true" data-require-disclaimer="false"') })
  // A token that is renewed within a second is the same again: its renewal is what counts.
  const calls: string[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/embed/session')) calls.push('session')
  })
  await page.route('**/api/chat', (route) => {
    calls.push('chat')
    return calls.filter((call) => call === 'chat').length > 1
      ? route.fallback()
      : route.fulfill({ status: 403, json: { error: 'Expired.', code: 'forbidden', request_id: 'x' } })
  })
  await page.goto(site.origin)
  await ask(await frameOf(page))
  expect(calls.slice(calls.indexOf('chat'))).toEqual(['chat', 'session', 'chat'])
})
