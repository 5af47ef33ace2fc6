import type { APIRequestContext, Frame, Page } from 'playwright/test'
import { type HostSite, startHostSite } from '../host-page.ts'
import { expect, expectAccessible, test as story } from '../story.ts'

const cfg = '01990000-0000-7000-8000-000000000001'
const question = 'How much magnesium does an adult need, and what helps me sleep?'

const test = story.extend<{ site: HostSite; tag: (attributes?: string) => string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  site: async ({}, provide) => {
    const site = await startHostSite()
    await provide(site)
    await site.close()
  },
  tag: async ({ baseURL }, provide) => {
    await provide(
      (attributes = '') =>
        `<script src="${baseURL}/static/embed-loader.js" data-cfg="${cfg}" ${attributes} async></script>`,
    )
  },
})

declare global {
  interface Window {
    OrgChat?: ((...call: unknown[]) => Promise<unknown>) & {
      open: (id?: string) => Promise<unknown>
      destroy: () => Promise<unknown>
    }
  }
}

test('asks nothing and stores nothing until it is wanted, then loads ahead of the press', async ({
  page,
  site,
  tag,
  baseURL,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  site.put('/', { body: `<h1>Shop</h1>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  expect(requests.filter((url) => url.startsWith(baseURL ?? ''))).toEqual([
    `${baseURL}/static/embed-loader.js`,
  ])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ])
  await page.keyboard.press('Tab')
  await expect.poll(() => requests.filter((url) => url.includes('/embed/theme/ultra')).length).toBe(1)
})

test('is used by the keyboard alone, and gives the focus back', async ({ page, site, tag, complaints }) => {
  site.put('/', { body: `<a href="#x">Before</a>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const frame = await frameOf(page)
  await expect(frame.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const box = frame.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  // The launcher and the frame stand in one closed tree, so that from outside both are 'org-chat'.
  await expect.poll(() => frame.locator('body').evaluate(() => document.hasFocus())).toBe(false)
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('org-chat')
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  forgiveGuest(complaints)
})

test('does what it is told before, while and after it loads, and tells what happens', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  const stub = `<script>
    window.OrgChat = window.OrgChat || function(...call){ return new Promise((done) => (OrgChat.q = OrgChat.q || []).push([call, done])) }
    window.heard = []
    for (const name of ['ready', 'open', 'close', 'message', 'citation:open', 'product:click', 'unread'])
      OrgChat('on', name, (event) => heard.push([name, event.detail]))
    window.opened = OrgChat('open')
  </script>`
  site.put('/', { head: stub, body: tag() })
  await page.goto(site.origin)
  await page.evaluate(() => Reflect.get(window, 'opened'))
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
  await frame.locator('button[data-refs]').first().click()
  await expect(frame.getByRole('dialog', { name: 'Sources' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.OrgChat?.('close'))
  const heard = () => page.evaluate((): [string, unknown][] => Reflect.get(window, 'heard'))
  await expect
    .poll(async () => (await heard()).map(([name]) => name))
    .toEqual(['open', 'ready', 'message', 'message', 'citation:open', 'close'])
  expect(JSON.stringify(await heard())).not.toContain('magnesium')
  await page.evaluate(() => window.OrgChat?.destroy())
  await expect(page.locator('org-chat')).toHaveCount(0)
  await page.evaluate(() => window.OrgChat?.('start', { theme: 'ivory' }))
  await page.evaluate(() =>
    window.OrgChat?.('start', { id: 'other', theme: 'modern', position: 'bottom-left' }),
  )
  await expect(page.locator('org-chat')).toHaveCount(2)
  await page.evaluate(() => window.OrgChat?.open('other'))
  await frameOf(page, 'modern')
  forgiveGuest(complaints)
})

test('stands under a strict policy with Trusted Types, on a page that means it ill', async ({
  page,
  site,
  baseURL,
  complaints,
}) => {
  const policy = `default-src 'self'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self'; frame-src ${baseURL}; require-trusted-types-for 'script'`
  site.put('/', {
    policy,
    head: `<script nonce="abc">
      window.violations = []
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
      Array.prototype.extra = () => {}
      Object.prototype.polluted = 'x'
    </script>
    <script nonce="abc" src="${baseURL}/static/embed-loader.js" data-cfg="${cfg}" data-open="true" async></script>
    <script nonce="abc" src="${baseURL}/static/embed-loader.js" data-cfg="${cfg}" data-open="true" async></script>`,
    body: '<h1>Shop</h1>',
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
  expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([])
  await expect(page.locator('org-chat')).toHaveCount(1)
  forgiveGuest(complaints)
})

test('keeps its shape and its place on a page whose styles reach for everything', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  site.put('/', {
    head: '<style>*{all:unset!important;display:block!important;color:red!important;transform:none!important}</style>',
    body: `<h1>Shop</h1>${tag('data-open="true"')}`,
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  const element = await frame.frameElement()
  await expect.poll(async () => (await element.boundingBox())?.width).toBe(520)
  forgiveGuest(complaints)
})

for (const theme of ['ultra', 'modern', 'ivory', 'aurora']) {
  for (const position of ['bottom-right', 'top-left']) {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 900, height: 500 },
      { width: 1440, height: 900 },
    ]) {
      test(`${theme} at ${position} is as large as it says at ${viewport.width} × ${viewport.height}`, async ({
        page,
        site,
        tag,
        complaints,
      }) => {
        await page.setViewportSize(viewport)
        site.put('/', {
          head: `<script>
            addEventListener('message', ({ data }) => { if (data.type === 'scale') window.scale = data })
          </script>`,
          body: tag(`data-open="true" data-theme="${theme}" data-position="${position}"`),
        })
        await page.goto(site.origin)
        const frame = await frameOf(page, theme)
        await accept(frame)
        const [width, height] = sizes[theme] ?? [0, 0]
        const vertical = position.startsWith('top') ? 96 : 44
        const scale = Math.min(1, (viewport.width - 40) / width, (viewport.height - vertical) / height)
        const reported = await page.evaluate((): Record<string, number> => Reflect.get(window, 'scale'))
        expect(reported['scale']).toBeCloseTo(scale, 4)
        const seen = await (await frame.frameElement()).boundingBox()
        expect(seen?.width).toBeCloseTo(width * scale, 0)
        expect(seen?.height).toBeCloseTo(height * scale, 0)
        const card = await frame.locator('main').boundingBox()
        expect(card?.width).toBeCloseTo(width * scale, 0)
        expect(card?.height).toBeCloseTo(height * scale, 0)
        const edge = position === 'top-left' ? seen?.x : viewport.width - (seen?.x ?? 0) - (seen?.width ?? 0)
        expect(edge).toBeCloseTo(24, 0)
        forgiveGuest(complaints)
      })
    }
  }

  test(`${theme} is accessible in light and dark`, async ({ page, complaints }) => {
    await page.goto(`/embed/theme/${theme}?cfg=${cfg}&open=1`)
    const frame = page.mainFrame()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.reload()
      if (colorScheme === 'light') await accept(frame)
      await ask(frame)
      await expectAccessible(page)
      await frame.getByRole('button', { name: 'Sign in / Sign up' }).click()
      await expect(frame.getByLabel('Email')).toBeFocused()
      await expectAccessible(page)
    }
    forgiveGuest(complaints)
  })
}

test('fills the screen of a phone where the page wants it, and no other', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  site.put('/', { body: tag('data-open="true" data-mobile="full"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  const element = await frame.frameElement()
  const seen = async () => [await element.boundingBox(), await frame.locator('main').boundingBox()]
  const whole = { x: 0, y: 0, width: 390, height: 844 }
  await expect.poll(seen).toEqual([whole, whole])
  // What a keyboard leaves of the screen.
  const rest = { ...whole, height: 420 }
  await page.setViewportSize({ width: 390, height: 420 })
  await expect.poll(seen).toEqual([rest, rest])
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 900, height: 900 })
  await expect.poll(async () => (await element.boundingBox())?.width).toBe(520)
  forgiveGuest(complaints)
})

test('comes back when an application replaces what the page shows', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  site.put('/', { body: tag('data-open="true" data-require-disclaimer="false"') })
  await page.goto(site.origin)
  await expect((await frameOf(page)).getByRole('textbox', { name: 'Message' })).toBeEnabled()
  await page.evaluate(() => {
    document.body = document.createElement('body')
  })
  await expect((await frameOf(page)).getByRole('textbox', { name: 'Message' })).toBeEnabled()
  await page.evaluate(() => document.body.replaceChildren())
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  await expect(page.locator('org-chat')).toHaveCount(1)
  await ask(frame)
  await frame.getByRole('button', { name: 'Minimize' }).click()
  await expect(frame.locator('main')).toBeHidden()
  forgiveGuest(complaints)
})

test('says once that nobody answers', async ({ page, site, tag, complaints }) => {
  await page.clock.install()
  await page.route('**/embed/theme/**', (route) => route.abort())
  site.put('/', { body: `<h1>Shop</h1>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(async () => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    await window.OrgChat?.('on', 'error', (event: CustomEvent) => heard.push(event.detail))
    await window.OrgChat?.open()
  })
  await page.clock.fastForward(20_000)
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'heard')))
    .toEqual([{ kind: 'unreachable' }])
  await page.evaluate(() => window.OrgChat?.open())
  await page.clock.fastForward(20_000)
  const [word, ...more] = complaints.splice(0).filter((complaint) => !complaint.includes('ERR_FAILED'))
  expect(word).toMatch(/^console warning: OrgChat: no answer from http/u)
  expect(more).toEqual([])
})

test('hears nobody but its own frame, and is heard by nobody but its page', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  site.put('/other', {
    body: `<script>
      for (const type of ['close', 'scale', 'ready', 'event'])
        parent.postMessage({ source: 'org-chat', v: 1, type, width: 9, height: 9, scale: 1, name: 'forged' }, '*')
      for (let index = 0; index < parent.length; index++)
        parent[index].postMessage({ source: 'org-chat', v: 1, type: 'close' }, '*')
    </script>`,
  })
  site.put('/', { body: tag('data-open="true"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  await page.evaluate(async () => {
    const other = document.createElement('iframe')
    const loaded = new Promise((resolve) => other.addEventListener('load', resolve))
    other.src = '/other'
    document.body.append(other)
    await loaded
    window.postMessage({ source: 'org-chat', v: 1, type: 'close' }, '*')
  })
  await ask(frame)
  expect((await (await frame.frameElement()).boundingBox())?.width).toBe(520)
  forgiveGuest(complaints)
})

test('stands only where its configurator lets it', async ({ page, site, baseURL, request, complaints }) => {
  const save = (origins: string[]) =>
    saveWidget(request, baseURL, { name: 'Limited', allowed_origins: origins })
  const open = async (id: string) => {
    site.put('/', {
      body: `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`,
    })
    await page.goto(site.origin)
  }
  await open(await save([site.origin]))
  await accept(await frameOf(page))
  await open(await save(['https://elsewhere.example']))
  await expect.poll(() => complaints.some((complaint) => complaint.includes('frame-ancestors'))).toBe(true)
  expect(page.frames().some((frame) => frame.url().includes('/embed/theme'))).toBe(false)
  await open(await save(['null', 'https://elsewhere.example']))
  await expect((await frameOf(page)).getByText('This chat is not available here.')).toBeVisible()
  complaints.splice(0)
})

// Browsers that block the storage of other sites' frames keep nothing of a visitor's chat from page to page.
test('an answer goes on while its page changes', async ({ page, tag, complaints }) => {
  const site = await startHostSite('127.0.0.1')
  site.put('/', { body: tag() })
  site.put('/next', { body: `<h1>Next</h1>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const frame = await frameOf(page)
  await accept(frame)
  await frame.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(frame.locator('[data-from=assistant]')).toContainText('magnesium')
  await page.goto(`${site.origin}/next`)
  const next = await frameOf(page)
  await expect(next.locator('[data-from=user]')).toContainText(question)
  await expect(next.locator('button[data-refs]').first()).toBeVisible()
  await expect(next.getByRole('button', { name: 'Stop' })).toBeHidden()
  forgiveGuest(complaints)
  await site.close()
})

test('signs a visitor in inside the frame, and shows the conversations where they stand open', async ({
  page,
  baseURL,
  request,
  account,
  complaints,
}) => {
  const id = await saveWidget(request, baseURL, { name: 'Open list', sidebar_collapsed: false })
  const site = await startHostSite('127.0.0.1')
  site.put('/', {
    body: `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`,
  })
  await page.goto(site.origin)
  let frame = await frameOf(page)
  await accept(frame)
  await frame.getByRole('button', { name: 'Sign in / Sign up' }).click()
  await expect(frame.getByLabel('Email')).toBeFocused()
  await frame.getByRole('button', { name: 'Login' }).click()
  await expect(frame.getByText('Please enter an email address and password.')).toBeVisible()
  await frame.getByRole('button', { name: 'Sign up', exact: true }).click()
  await frame.getByLabel('Email').fill(account.email)
  await frame.getByLabel('Password', { exact: true }).fill(account.password)
  await frame.getByLabel('Confirm password').fill('another one')
  await page.keyboard.press('Enter')
  await expect(frame.getByText('Passwords do not match.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeFocused()

  // Visitors who must sign in are asked at once, and cannot put it off.
  await page.route('**/api/chat/anon-status*', (route) => route.fulfill({ json: { blocked: true } }))
  await page.reload()
  frame = await frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await frame.getByLabel('Email').fill(account.email)
  await frame.getByLabel('Password').fill(account.password)
  await page.keyboard.press('Enter')
  const control = frame.getByRole('button', { name: 'Conversations' })
  await expect(control).toHaveAttribute('aria-pressed', 'true')
  await expect(frame.getByRole('heading', { name: 'Sign in to continue' })).toHaveCount(0)
  await control.click()
  await ask(frame)
  forgiveGuest(complaints)
  await site.close()
})

test('holds one conversation for as long as the tab, where there is to be one', async ({
  page,
  baseURL,
  request,
  account,
  complaints,
}) => {
  const id = await saveWidget(request, baseURL, { name: 'Single', allow_conversations: 'single' })
  const site = await startHostSite('127.0.0.1')
  const body = `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`
  site.put('/', { body })
  site.put('/next', { body })
  await page.request.post('/api/login', {
    data: account,
    headers: { origin: new URL(baseURL ?? '').origin },
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
  for (const name of ['New conversation', 'Conversations', 'Sign in / Sign up']) {
    await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await page.goto(`${site.origin}/next`)
  await expect((await frameOf(page)).locator('[data-from=user]')).toContainText(question)
  const other = await page.context().newPage()
  await other.goto(site.origin)
  await expect((await frameOf(other)).getByText('How can I help?')).toBeVisible()
  expect(complaints).toEqual([])
  await site.close()
})

const sizes: Record<string, [number, number]> = {
  ultra: [520, 560],
  modern: [600, 560],
  ivory: [600, 640],
  aurora: [580, 640],
}

async function frameOf(page: Page, theme = 'ultra'): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes(`/embed/theme/${theme}`))
  await expect.poll(() => find() !== undefined).toBe(true)
  const frame = find()
  if (frame === undefined) throw new Error(`There is no frame of ${theme}.`)
  return frame
}

async function accept(frame: Frame): Promise<void> {
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
}

async function ask(frame: Frame): Promise<void> {
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await box.press('Enter')
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeHidden()
}

/** A visitor's list of conversations is refused: that is how they are known, and the browser's console says so. */
function forgiveGuest(complaints: string[]): void {
  const others = complaints.filter((complaint) => !complaint.includes('status of 401'))
  complaints.splice(0, complaints.length, ...others)
}

/** Saves a widget as the demonstration's admin, and gives its id. */
async function saveWidget(
  request: APIRequestContext,
  baseURL: string | undefined,
  data: Record<string, unknown>,
): Promise<string> {
  const headers = { origin: new URL(baseURL ?? '').origin }
  await request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers,
  })
  const answer = await request.post('/api/admin/configurators', { data, headers })
  const { id }: { id: string } = await answer.json()
  return id
}
