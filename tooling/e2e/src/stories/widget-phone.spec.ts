import type { Frame, Page } from 'playwright/test'
import { expect } from '../story.ts'
import { accept, ask, frameOf, saveWidget, test } from '../widget-story.ts'

const screen = { width: 390, height: 844 }
test.use({ viewport: screen, hasTouch: true, isMobile: true })

const shop = '<h1>Shop</h1><p style="block-size: 3000px">Tea.</p><a href="#tea">Tea</a>'

/** Opens the widget by a tap on its launcher. */
async function tapLauncher(page: Page, theme?: string): Promise<Frame> {
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.touchscreen.tap(screen.width - 50, screen.height - 50)
  const frame = await frameOf(page, theme)
  await expect(frame.locator('main')).toBeVisible()
  return frame
}

/** The sheet's frame and its card, as they lie on the screen. */
async function boxesOf(frame: Frame) {
  return [await (await frame.frameElement()).boundingBox(), await frame.locator('main').boundingBox()]
}

test('is a sheet as large as the screen up to 600 px, and scaled beyond', async ({ page, site, tag }) => {
  site.put('/', {
    head: `<script>
      addEventListener('message', ({ data }) => { if (data.type === 'scale') window.scale = data.scale })
    </script>`,
    body: tag('data-open="true" data-require-disclaimer="false"'),
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  for (const width of [320, 390, 600]) {
    await page.setViewportSize({ width, height: 700 })
    const whole = { x: 0, y: 0, width, height: 700 }
    await expect.poll(() => boxesOf(frame)).toEqual([whole, whole])
    expect(await page.evaluate(() => Reflect.get(window, 'scale'))).toBe(1)
  }
  await page.setViewportSize({ width: 601, height: 500 })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'scale'))).toBeCloseTo((500 - 44) / 560, 4)
  await expect.poll(async () => (await boxesOf(frame))[0]?.x).toBeCloseTo(601 - 24 - 520 * (456 / 560), 0)
})

test('is as large as the screen on a page that zooms its root and its body', async ({ page, site, tag }) => {
  site.put('/', {
    head: '<style>html { zoom: 1.3 } body { zoom: 0.9 }</style>',
    body: `${shop}${tag('data-open="true"')}`,
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  const whole = { x: 0, y: 0, ...screen }
  await expect.poll(() => boxesOf(frame)).toEqual([whole, whole])
  await frame.getByRole('button', { name: 'Minimize' }).tap()
  await expect(frame.locator('main')).toBeHidden()
})

test('stands above the on-screen keyboard', async ({ page, site, tag }) => {
  site.put('/', { body: `${shop}${tag('data-open="true" data-require-disclaimer="false"')}` })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  const box = frame.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeEnabled()
  // The keyboard shrinks and moves the visual viewport only.
  await page.evaluate(() => {
    for (const [name, value] of Object.entries({ height: 500, offsetTop: 120 }))
      Object.defineProperty(window.visualViewport, name, { value, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  })
  const above = { x: 0, y: 120, width: 390, height: 500 }
  await expect.poll(() => boxesOf(frame)).toEqual([above, above])
  await expect(box).toBeInViewport({ ratio: 1 })
})

test('keeps its layout while a person enlarges it with two fingers', async ({ page, site, tag }) => {
  site.put('/', { body: `${shop}${tag('data-open="true" data-require-disclaimer="false"')}` })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBe(2)
  expect(await page.evaluate(() => window.visualViewport?.width)).toBe(screen.width / 2)
  // The loader has heard of it: the news of a changed viewport goes out before a frame is drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await frame.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await frame.evaluate(() => innerWidth)).toBe(screen.width)
})

test('opens as a sheet in a browser that has no popovers', async ({ page, site, tag }) => {
  site.put('/', {
    head: `<script>
      delete HTMLElement.prototype.showPopover
      delete HTMLElement.prototype.popover
    </script>`,
    body: `${shop}${tag('data-require-disclaimer="false"')}`,
  })
  await page.goto(site.origin)
  const frame = await tapLauncher(page)
  const whole = { x: 0, y: 0, ...screen }
  await expect.poll(() => boxesOf(frame)).toEqual([whole, whole])
  await frame.getByRole('button', { name: 'Minimize' }).tap()
  await expect(frame.locator('main')).toBeHidden()
})

test('keeps clear of the notch and of the bar at the lower edge', async ({ page, site, tag }) => {
  const insets = { top: 47, bottom: 34, left: 10, right: 12 }
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setSafeAreaInsetsOverride', { insets })
  site.put('/', { body: `${shop}${tag('data-open="true" data-require-disclaimer="false"')}` })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  const clear = { x: 10, y: 47, width: 390 - 22, height: 844 - 81 }
  await expect.poll(() => boxesOf(frame)).toEqual([clear, clear])
  // The keyboard covers the bar at the lower edge.
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 500 })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  })
  const above = { ...clear, height: 500 - 47 }
  await expect.poll(() => boxesOf(frame)).toEqual([above, above])
})

test('is closed by the back button, and leaves the page’s history as it was', async ({ page, site, tag }) => {
  site.put('/', { body: `${shop}${tag('data-require-disclaimer="false"')}` })
  site.put('/before', { body: 'Before' })
  await page.goto(`${site.origin}/before`)
  await page.goto(`${site.origin}/#tea`)
  await page.evaluate(() => {
    history.replaceState({ own: 1 }, '')
    const popped: unknown[] = []
    Object.assign(window, { popped })
    addEventListener('popstate', ({ state }) => popped.push(state))
  })
  const { length } = await page.evaluate(() => ({ length: history.length }))
  const state = () => page.evaluate((): unknown => history.state)
  const frame = await tapLauncher(page)
  const address = page.url()
  expect(await state()).toMatchObject({ own: 1 })
  await page.goBack()
  await expect(frame.locator('main')).toBeHidden()
  expect(page.url()).toBe(address)
  expect(await state()).toEqual({ own: 1 })

  // Closed otherwise, the entry goes, too: the next step back leaves the page.
  await tapLauncher(page)
  await frame.getByRole('button', { name: 'Minimize' }).tap()
  await expect.poll(state).toEqual({ own: 1 })
  expect(await page.evaluate(() => Reflect.get(window, 'popped'))).toEqual([{ own: 1 }, { own: 1 }])
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
  await page.goBack()
  expect(page.url()).toBe(`${site.origin}/before`)
})

test('takes back no step of the page, and opens again at once', async ({ page, site, tag }) => {
  site.put('/', { body: `${shop}${tag('data-require-disclaimer="false"')}` })
  await page.goto(site.origin)
  const frame = await tapLauncher(page)
  await page.evaluate(() => history.pushState({ own: 2 }, '', '#two'))
  await page.evaluate(() => window.OrgChat?.('close'))
  await expect(frame.locator('main')).toBeHidden()
  await page.evaluate(() => {
    for (const command of ['open', 'close', 'open']) void window.OrgChat?.(command)
  })
  await expect.poll(() => page.evaluate(() => history.state?.orgChat)).toBeTruthy()
  await expect(frame.locator('main')).toBeVisible()
  await page.goBack()
  await expect(frame.locator('main')).toBeHidden()
  expect(page.url()).toBe(`${site.origin}/#two`)
})

for (const [name, style] of [
  ['the document', ''],
  ['the body', 'html, body { block-size: 100%; overflow: auto }'],
  [
    'the document, whose body is as low as the screen',
    'html, body { block-size: 100% } body { overflow: auto }',
  ],
]) {
  test(`locks the scrolling of ${name}, and restores it`, async ({ page, site, tag }) => {
    site.put('/', {
      head: `<style>${style}</style>`,
      body: `${shop}${tag('data-require-disclaimer="false"')}`,
    })
    await page.goto(site.origin)
    const snapshot = () =>
      page.evaluate(() => {
        const { documentElement: root, body } = document
        const attributes = [root, body]
          .map((element) => element.cloneNode(false))
          .map((element) => (element as Element).outerHTML)
        return {
          attributes,
          overflow: [root, body].map((element) => getComputedStyle(element).overflowY),
          scroll: [scrollY, root.scrollTop, body.scrollTop],
          sheets: document.adoptedStyleSheets.length,
        }
      })
    const isBody = await page.evaluate(() => {
      scrollTo(0, 700)
      document.body.scrollTop = 700
      return scrollY === 0
    })
    const before = await snapshot()
    expect(before.scroll.some((top) => top === 700)).toBe(true)
    const frame = await tapLauncher(page)
    const locked = await snapshot()
    expect(locked.overflow[isBody ? 1 : locked.overflow[0] === 'visible' ? 1 : 0]).toBe('hidden')
    expect(locked.scroll).toEqual(before.scroll)
    await frame.getByRole('button', { name: 'Minimize' }).tap()
    await expect.poll(snapshot).toEqual(before)
    await page.evaluate(() => window.OrgChat?.('open'))
    await page.evaluate(() => window.OrgChat?.destroy())
    await expect.poll(snapshot).toEqual(before)
  })
}

test('lies over all of a page whose styles move, clip and cover it', async ({ page, site, tag }) => {
  site.put('/', {
    head: `<style>
      html { filter: grayscale(0.1); scroll-behavior: smooth }
      body { transform: translate(-40px, 90px) scale(0.9); contain: paint; overflow: hidden; block-size: 300px }
      org-chat { display: none !important; position: absolute !important; opacity: 0 !important; zoom: 0.5 }
      iframe, div, button { max-width: 50px !important; transform: rotate(20deg) !important }
      .banner { position: fixed; inset: 0; z-index: 2147483647; background: #fee }
    </style>`,
    body: `<h1>Shop</h1>${tag('data-require-disclaimer="false"')}<div class="banner">Cookies</div>`,
  })
  await page.goto(site.origin)
  const frame = await tapLauncher(page)
  const whole = { x: 0, y: 0, ...screen }
  await expect.poll(() => boxesOf(frame)).toEqual([whole, whole])
  await frame.getByRole('button', { name: 'Minimize' }).tap()
  await expect(frame.locator('main')).toBeHidden()
})

test('has targets for fingers, text that iOS does not zoom, and no word of keys', async ({
  page,
  site,
  tag,
}) => {
  site.put('/', { body: `${shop}${tag()}` })
  await page.goto(site.origin)
  const frame = await tapLauncher(page)
  await expectFingerSized(frame)
  await accept(frame)
  const box = frame.getByRole('textbox', { name: 'Message' })
  // The keyboard would cover the welcome.
  await expect(box).not.toBeFocused()
  await expect(frame.locator('main')).toBeFocused()
  await expect(box).toHaveAttribute('placeholder', 'Ask something.')
  await ask(frame)
  await expectFingerSized(frame)
  await box.fill('I have crushing chest pain and my left arm is numb')
  await box.press('Enter')
  await expect(frame.getByRole('link', { name: /^Call|Call / }).first()).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expectFingerSized(frame)
  await frame.getByRole('log').evaluate((log) => {
    log.scrollTop = 0
  })
  await expect(frame.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expectFingerSized(frame)
  await frame.getByRole('button', { name: 'Sign in / Sign up' }).tap()
  await expect(frame.getByLabel('Email')).toBeVisible()
  await expectFingerSized(frame)
})

test('drops the word of keys from a placeholder of the configurator', async ({
  page,
  site,
  baseURL,
  request,
}) => {
  const id = await saveWidget(request, baseURL, {
    name: 'Tea',
    compose_placeholder: 'Ask about tea. (Shift + Enter for a new line)',
  })
  site.put('/', {
    body: `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`,
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toHaveAttribute(
    'placeholder',
    'Ask about tea.',
  )
})

/** Expects controls of at least 44 × 44 px, but for those within a line of text, and fields of at least 16 px. */
async function expectFingerSized(frame: Frame): Promise<void> {
  const small = await frame.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary')
    return [...controls]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) && control.closest('[inert]') === null,
      )
      .filter((control) => {
        const text = control.matches('textarea, input:not([type=checkbox])')
        if (text && Number.parseFloat(getComputedStyle(control).fontSize) < 16) return true
        if (getComputedStyle(control).display === 'inline' || control.matches('p button, [data-refs]'))
          return false
        // A label enlarges its box.
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
        return width < 43.5 || height < 43.5
      })
      .map((control) => {
        const { width, height } = control.getBoundingClientRect()
        return `${control.localName} "${control.ariaLabel ?? control.textContent}" ${Math.round(width)} × ${Math.round(height)}`
      })
  })
  expect(small).toEqual([])
}
