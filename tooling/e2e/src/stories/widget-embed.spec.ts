import { expect } from '../story.ts'
import { accept, ask, cfg, frameOf, question, saveWidget, test } from '../widget-story.ts'

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

test('is used by the keyboard alone, and gives the focus back', async ({ page, site, tag }) => {
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
})

test('does what it is told before, while and after it loads, and tells what happens', async ({
  page,
  site,
  tag,
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
})

test('leaves no listener, timer or observer on the page once it is destroyed', async ({
  page,
  site,
  baseURL,
}) => {
  await page.addInitScript(countWhatLives)
  site.put('/', { body: '<h1>Shop</h1>' })
  await page.goto(site.origin)
  const alive = () =>
    page.evaluate((): Record<'listeners' | 'timers' | 'observers', number> => Reflect.get(window, 'alive')())
  const before = await alive()
  await page.evaluate(
    ([src, id]) => {
      const script = document.createElement('script')
      Object.assign(script.dataset, { cfg: id })
      script.src = src
      document.head.append(script)
    },
    [`${baseURL}/static/embed-loader.js`, cfg] as const,
  )
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  // Three of the four are those of the panel, whose script arrives after the press.
  await expect.poll(async () => (await alive()).listeners).toBe(before.listeners + 4)
  const opened = await alive()
  await page.evaluate(() => window.OrgChat?.destroy())
  // The loader's own: Playwright may have added an observer meanwhile.
  expect(await alive()).toEqual({
    listeners: before.listeners,
    timers: opened.timers - 1,
    observers: opened.observers - 1,
  })
})

test('takes what is written and sent before the rest of it has come', async ({ page, site, tag }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/widget-create-engine-*.js', async (route) => {
    await released
    await route.continue()
  })
  site.put('/', { body: tag('data-require-disclaimer="false"') })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const frame = await frameOf(page)
  const box = frame.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  await page.keyboard.type('Not this')
  await page.keyboard.press('Enter')
  await expect(frame.getByText('Not this')).toBeVisible()
  await frame.getByRole('button', { name: 'Stop' }).click()
  await expect(box).toHaveValue('Not this')
  await box.fill(question)
  await page.keyboard.press('Enter')
  await page.keyboard.type('And zinc?')
  await expect(frame.getByText(question)).toBeVisible()
  release()
  await expect(frame.locator('[data-from=user]')).toHaveText(question)
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(box).toHaveValue('And zinc?')
  await expect(box).toBeFocused()
})

test('gives the focus to the box when the disclaimer is accepted before the conversations have come', async ({
  page,
  site,
  tag,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/api/conversations*')
  await page.route('**/api/conversations*', async (route) => {
    await released
    await route.continue()
  })
  site.put('/', { body: tag() })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const frame = await frameOf(page)
  await expect(frame.getByRole('checkbox')).toBeFocused()
  await asked
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const box = frame.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await expect(frame.getByText(question)).toBeVisible()
  release()
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.locator('[data-from=user]')).toHaveText(question)
  await expect(box).toBeFocused()
})

test('has the ground of its theme and scheme before it is there', async ({ page, site, tag }) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function attachOpen(options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/embed/theme/**', async (route) => {
    await released
    await route.continue()
  })
  site.put('/', { body: tag('data-theme="aurora"') })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const panel = page.locator('#panel')
  await expect(panel).toHaveCSS('background-color', 'rgb(15, 11, 34)')
  await page.evaluate(() => window.OrgChat?.('setTheme', 'light'))
  await expect(panel).toHaveCSS('background-color', 'rgb(246, 244, 255)')
  release()
  const frame = await frameOf(page, 'aurora')
  await expect(frame.locator('[data-look]')).toHaveAttribute('data-theme', 'light')
})

test('stands under a strict policy with Trusted Types, on a page that means it ill', async ({
  page,
  site,
  baseURL,
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
})

test('keeps its shape and its place on a page whose styles reach for everything', async ({
  page,
  site,
  tag,
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
})

test('comes back when an application replaces what the page shows', async ({ page, site, tag }) => {
  site.put('/', { body: tag('data-open="true" data-require-disclaimer="false"') })
  await page.goto(site.origin)
  let frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  for (const replace of [
    () => {
      document.body = document.createElement('body')
    },
    () => {
      document.body.replaceChildren()
    },
  ]) {
    const gone = frame
    await page.evaluate(replace)
    await expect.poll(() => gone.isDetached()).toBe(true)
    frame = await frameOf(page)
    await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  }
  await expect(page.locator('org-chat')).toHaveCount(1)
  await ask(frame)
  await frame.getByRole('button', { name: 'Minimize' }).click()
  await expect(frame.locator('main')).toBeHidden()
})

test('says once that nobody answers, and can be closed all the same', async ({
  page,
  site,
  tag,
  complaints,
}) => {
  await page.clock.install()
  // The panel of a phone covers all of the page.
  await page.setViewportSize({ width: 390, height: 800 })
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
  expect(word).toMatch(/^console warning: OrgChat: http\S+ unreachable/u)
  expect(more).toEqual([])
  await page.evaluate(() =>
    window.OrgChat?.('on', 'close', () => Object.assign(window, { heard: ['closed'] })),
  )
  await page.mouse.click(390 - 50, 800 - 50)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toEqual(['closed'])
})

test('hears nobody but its own frame, and is heard by nobody but its page', async ({ page, site, tag }) => {
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

test('reads nothing from elements that are named like what the loader reads', async ({
  page,
  site,
  tag,
  baseURL,
  complaints,
}) => {
  const framed: string[] = []
  page.on('framenavigated', (frame) => framed.push(frame.url()))
  site.put('/', {
    head: '<script>delete window.requestIdleCallback; delete Window.prototype.requestIdleCallback</script>',
    body: `<h1>Shop</h1>
      <form id="OrgChat"><input name="start"><input name="q"></form>
      <a id="requestIdleCallback"></a><a id="visualViewport"></a>
      <script>
        const names = new Set(['OrgChat'])
        for (let holder = Document.prototype; holder; holder = Object.getPrototypeOf(holder))
          for (const name of Object.getOwnPropertyNames(holder)) names.add(name)
        const images = [...names].map((name) => {
          const image = document.createElement('img')
          image.setAttribute('name', name)
          image.dataset.open = 'true'
          image.dataset.theme = 'modern'
          image.src = 'https://evil.example/x'
          return image
        })
        document.body.append(...images)
      </script>
      ${tag('data-open="true" data-require-disclaimer="false"')}`,
  })
  await page.route('https://evil.example/**', (route) => route.abort())
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  expect(framed.every((url) => [site.origin, baseURL].some((own) => url.startsWith(own ?? '')))).toBe(true)
  // Its own pictures, which do not come.
  complaints.splice(0)
})

test('shows no chat to a page that does not shake hands', async ({ page, site, baseURL, request }) => {
  const id = await saveWidget(request, baseURL, { name: 'WebViews', allowed_origins: ['null'] })
  const chats: string[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/chat')) chats.push(sent.url())
  })
  await page.clock.install()
  site.put('/', {
    body: `<iframe src="${baseURL}/embed/theme/ultra?cfg=${id}&open=1&require_disclaimer=0&origin=null"></iframe>`,
  })
  await page.goto(site.origin)
  const silent = await frameOf(page)
  await silent.waitForFunction(() => document.title === 'WebViews')
  await expect(silent.getByRole('textbox')).toHaveCount(0)
  await page.clock.fastForward(20_000)
  await expect(silent.getByText('This chat is not available here.')).toBeVisible()
  expect(chats).toEqual([])
})

test('answers on a theme page of our own origin that is opened directly', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/embed/theme/modern?cfg=${cfg}&open=1&require_disclaimer=0`)
  const asked = page.waitForRequest((sent) => sent.url().endsWith('/api/chat'))
  await ask(page.mainFrame())
  expect((await asked).headers()['authorization']).toMatch(/^Bearer /u)
})

test('speaks the tag’s language, else the page’s', async ({ page, site, tag }) => {
  site.put('/', { lang: 'es', body: tag('data-open="true"') })
  await page.goto(site.origin)
  await expect((await frameOf(page)).getByRole('button', { name: 'Aceptar y continuar' })).toBeVisible()

  site.put('/ar', { lang: 'es', body: tag('data-open="true" data-lang="ar"') })
  await page.goto(`${site.origin}/ar`)
  const frame = await frameOf(page)
  await expect(frame.getByRole('button', { name: 'الموافقة والمتابعة' })).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: 'الموافقة والمتابعة' }).click()
  await frame.getByRole('textbox', { name: 'الرسالة' }).fill(question)
  await frame.getByRole('button', { name: 'إرسال' }).click()
  await expect(frame.getByRole('button', { name: /^المصدر/u }).first()).toBeVisible()
})

/* oxlint-disable typescript/unbound-method -- each method is called with the `this` of its call. */
/** Runs in the page, before its scripts: `window.alive()` counts what would keep code of the page running. */
function countWhatLives(): void {
  const listeners = new Set<string>()
  const timers = new Set<unknown>()
  const observers = new Set<unknown>()
  const ids = new Map<unknown, number>()
  const idOf = (value: unknown) => ids.get(value) ?? (ids.set(value, ids.size), ids.size - 1)
  const { prototype } = EventTarget
  const { addEventListener, removeEventListener } = prototype
  const types = new Set(['message', 'popstate', 'resize', 'scroll'])
  const isOfPage = (target: unknown) =>
    target === window || target === document || target === window.visualViewport
  prototype.addEventListener = function add(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const name = [type, idOf(target), idOf(listener)].join(' ')
    if (isOfPage(target) && types.has(type)) listeners.add(name)
    const signal = typeof options === 'object' ? options.signal : undefined
    if (signal) addEventListener.call(signal, 'abort', () => listeners.delete(name))
    addEventListener.call(target, type, listener, options)
  }
  prototype.removeEventListener = function remove(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    listeners.delete([type, idOf(target), idOf(listener)].join(' '))
    removeEventListener.call(target, type, listener, options)
  }
  const { setTimeout: setTimer, clearTimeout: clearTimer } = window
  window.setTimeout = ((callback: () => void, ms?: number) => {
    const timer = setTimer(() => {
      timers.delete(timer)
      callback()
    }, ms)
    timers.add(timer)
    return timer
  }) as typeof setTimeout
  window.clearTimeout = (timer) => {
    timers.delete(timer)
    clearTimer(timer)
  }
  const { observe, disconnect } = MutationObserver.prototype
  MutationObserver.prototype.observe = function watch(...call) {
    if (call[1]?.subtree !== true) observers.add(this)
    observe.apply(this, call)
  }
  MutationObserver.prototype.disconnect = function end() {
    observers.delete(this)
    disconnect.call(this)
  }
  Reflect.set(window, 'alive', () => ({
    listeners: listeners.size,
    timers: timers.size,
    observers: observers.size,
  }))
}
