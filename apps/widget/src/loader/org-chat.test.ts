import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { envelope } from '../messages.ts'
import { createPanel, type LoadPanel } from '../panel/panel.ts'
import { installOrgChat, type OrgChat } from './org-chat.ts'

const origin = 'https://chat.example'
const roots: ShadowRoot[] = []
const viewport = Object.assign(new EventTarget(), { width: 390, height: 700, offsetTop: 0, offsetLeft: 0 })
const scroll = vi.fn<(options: ScrollToOptions) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('scrollTo', scroll)
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined
  // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function open(this: Element, options) {
    const root = attach.call(this, options)
    roots.push(root)
    return root
  })
})

afterEach(async () => {
  for (const id of ['', 'shop', 'other']) await window.OrgChat?.destroy(id)
  delete window.OrgChat
  document.body.replaceChildren()
  sessionStorage.clear()
  history.replaceState(null, '')
  roots.length = 0
  vi.useRealTimers()
})

/** Runs the loader as the script tag of a page with these attributes does. */
function install(
  attributes: Record<string, string> = {},
  loadPanel: LoadPanel = async () => ({ createPanel }),
): OrgChat {
  const script = document.createElement('script')
  script.src = `${origin}/static/embed-loader.js`
  Object.assign(script.dataset, attributes)
  installOrgChat(script, loadPanel)
  if (window.OrgChat === undefined) throw new Error('window.OrgChat is missing')
  return window.OrgChat
}

/** Elements of the widget that was added as the nth. */
function parts(index = 0) {
  const root = roots[index]
  const button = root?.querySelector('button')
  const panel = root?.querySelector('div')
  if (!root || !button || !panel) throw new Error(`there is no widget ${index}`)
  const frame = () => root.querySelector('iframe')
  return { root, button, panel, frame }
}

/** The frame of a widget, with the messages that the loader has sent to it. */
function framed(index = 0) {
  const view = parts(index).frame()?.contentWindow
  if (!view) throw new Error(`widget ${index} has no frame`)
  const sent: Record<string, unknown>[] = []
  const post = vi.spyOn(view, 'postMessage').mockImplementation((message: Record<string, unknown>) => {
    sent.push(message)
  })
  const send = (data: object, from: { origin?: string; source?: Window } = {}): void => {
    const message = { source: 'org-chat', v: 1, ...data }
    window.dispatchEvent(new MessageEvent('message', { origin, source: view, data: message, ...from }))
  }
  const greet = (): void => {
    send({ type: 'ready' })
    send({ type: 'ready', nonce: sent.findLast(({ type }) => type === 'hello')?.['nonce'] })
  }
  return { post, sent, send, greet, types: () => sent.map(({ type }) => type) }
}

/** Names and details of the events of a widget. */
function record(chat: OrgChat, id?: string) {
  const events: [string, unknown][] = []
  const listener = (event: Event): void => {
    events.push([event.type, event instanceof CustomEvent ? event.detail : undefined])
  }
  for (const name of ['ready', 'open', 'close', 'unread', 'message', 'error'] as const)
    void chat.on(name, listener, id)
  return { events, listener }
}

it('puts window.OrgChat and the widget of the tag into the page', () => {
  install({ cfg: 'shop' })
  expect(window.OrgChat).toBeInstanceOf(Function)
  expect(Object.keys(window.OrgChat ?? {}).sort()).toEqual(
    ['close', 'destroy', 'identify', 'off', 'on', 'open', 'order', 'setTheme', 'start', 'toggle'].sort(),
  )
  expect(document.querySelectorAll('body > org-chat')).toHaveLength(1)
  expect(parts().button.ariaLabel).toBe('Chat Assistant')
  expect(parts().frame()).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

it('draws the launcher of the tag: its words, which name the widget, and its custom properties', () => {
  install({ cfg: 'shop', label: 'Ask us', look: '--paint:#b1004f;--radius:8px' })
  const { root, button, panel } = parts()
  expect(button.textContent).toBe('Ask us')
  expect([button.ariaLabel, panel.ariaLabel]).toEqual(['Ask us', 'Ask us'])
  const [sheet] = root.adoptedStyleSheets
  const host = [...(sheet?.cssRules ?? [])]
    .map(({ cssText }) => cssText)
    .find((rule) => rule.includes('#b1004f'))
  expect(host).toMatch(/^button, div \{.*--paint: ?#b1004f;.*--radius: ?8px/u)
  expect(parts().frame()).toBeNull()
})

it('opens, closes and toggles', async () => {
  const chat = install()
  const { button, panel, frame } = parts()
  const { events } = record(chat)
  const shown = () => [panel.inert, button.ariaExpanded]
  expect(shown()).toEqual([true, 'false'])
  await chat.open()
  expect(shown()).toEqual([false, 'true'])
  expect(frame()?.src).toMatch(`${origin}/embed/theme/ultra?`)
  expect(frame()?.title).toBe('Chat Assistant')
  await chat.open()
  await chat.close()
  expect(shown()).toEqual([true, 'false'])
  await chat.toggle()
  await chat.toggle()
  expect(events.map(([name]) => name)).toEqual(['open', 'close', 'open', 'close'])
})

it('takes every command by its name and ignores other names', async () => {
  const chat = install()
  const { panel } = parts()
  const listener = vi.fn<(event: Event) => void>()
  await chat('on', 'open', listener)
  await chat('open')
  expect(panel.inert).toBe(false)
  await chat('close')
  expect(panel.inert).toBe(true)
  await chat('toggle')
  expect(panel.inert).toBe(false)
  await chat('setTheme', 'dark')
  expect(panel.style.colorScheme).toBe('dark')
  await chat('off', 'open', listener)
  await chat('toggle')
  await chat('open')
  expect(listener).toHaveBeenCalledTimes(2)
  await chat('destroy')
  expect(document.querySelector('org-chat')).toBeNull()
  await chat('start')
  expect(document.querySelector('org-chat')).not.toBeNull()
  for (const name of ['toString', 'constructor', '__proto__', '', undefined, {}])
    await expect(chat(name)).resolves.toBeUndefined()
})

it('ignores listeners that are not functions', async () => {
  const chat = install()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A page without types may pass anything.
  await expect(chat.on('open', 'alert()' as never)).resolves.toBeUndefined()
  await chat.open()
})

it('starts another widget by its id, and means the first without an id', async () => {
  const chat = install({ id: 'shop' })
  await chat.start({ id: 'other', theme: 'ivory' })
  await chat.start({ id: 'other', theme: 'modern' })
  expect(roots).toHaveLength(2)
  const [shop, other] = [parts(0), parts(1)]
  await chat.open('other')
  expect([shop.panel.inert, other.panel.inert]).toEqual([true, false])
  expect(other.frame()?.src).toMatch('/embed/theme/ivory?')
  await chat.setTheme('light', 'other')
  expect([shop.panel.style.colorScheme, other.panel.style.colorScheme]).toEqual(['', 'light'])
  const { events } = record(chat, 'other')
  await chat.toggle()
  await chat.close('other')
  expect(shop.panel.inert).toBe(false)
  expect(events).toEqual([['close', null]])
  await chat.destroy('shop')
  await chat.open()
  expect(other.panel.inert).toBe(false)
  await chat.open('none')
})

it('leaves a loader that is there in place and starts its widget', () => {
  const first = install({ id: 'shop' })
  expect(install({ id: 'shop' })).toBe(first)
  expect(roots).toHaveLength(1)
  expect(install({ id: 'other' })).toBe(first)
  expect(roots).toHaveLength(2)
})

it('draws no widget of its own with data-start="false", only those of calls', async () => {
  const chat = install({ start: 'false' })
  expect(roots).toHaveLength(0)
  await chat.start({ cfg: 'shop', label: 'Ask us' })
  expect(parts().button.textContent).toBe('Ask us')
  install({ start: 'false' })
  expect(roots).toHaveLength(1)
})

it('runs the calls from before it loaded, and resolves them', async () => {
  const done = vi.fn<(result: unknown) => void>()
  const queue = Object.assign(() => undefined, { q: [[['open'], done]] })
  Reflect.set(window, 'OrgChat', queue)
  install()
  expect(parts().panel.inert).toBe(false)
  await expect(done.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

it('replaces an element that is named OrgChat', () => {
  const form = document.createElement('form')
  Reflect.set(window, 'OrgChat', Object.assign(form, { q: [[['open'], () => undefined]] }))
  install()
  expect(window.OrgChat).toBeInstanceOf(Function)
  expect(parts().panel.inert).toBe(true)
})

it('opens by the launcher and closes by Escape, with the focus back on the launcher', () => {
  install()
  const { button, panel, root } = parts()
  button.click()
  expect(panel.inert).toBe(false)
  button.focus()
  expect(root.activeElement).toBe(button)
  const focus = vi.spyOn(button, 'focus')
  const press = (key: string) =>
    button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  press('a')
  expect(panel.inert).toBe(false)
  press('Escape')
  expect(panel.inert).toBe(true)
  expect(focus).toHaveBeenCalledOnce()
  press('Escape')
  expect(panel.inert).toBe(true)
})

it.each(['pointerenter', 'focus'])('loads the frame once, at %s', (sign) => {
  install()
  const { button, frame, root } = parts()
  button.dispatchEvent(new Event(sign))
  button.dispatchEvent(new Event(sign))
  expect(root.querySelectorAll('iframe')).toHaveLength(1)
  expect(frame()?.src).toMatch(origin)
})

it('remembers in the tab what a person chose, which goes before data-open', async () => {
  const chat = install({ open: 'true' })
  await vi.runAllTimersAsync()
  expect(parts().panel.inert).toBe(false)
  expect(sessionStorage).toHaveLength(0)
  await chat.close()
  await chat.destroy()
  await chat.start()
  await vi.runAllTimersAsync()
  expect(parts(1).panel.inert).toBe(true)
  await chat.open()
  await chat.destroy()
  await chat.start({ open: 'false' })
  await vi.runAllTimersAsync()
  expect(parts(2).panel.inert).toBe(false)
})

it('greets the frame with a nonce, then sends the current state', async () => {
  const chat = install()
  await chat.open()
  const { sent, send, post, types } = framed()
  await chat.setTheme('ivory')
  expect(sent).toEqual([])
  send({ type: 'ready' })
  expect(types()).toEqual(['hello', 'theme', 'viewport', 'open'])
  expect(sent[0]).toMatchObject({ source: 'org-chat', v: 1, nonce: expect.stringMatching(/^\d{10,}$/u) })
  expect(sent[1]).toMatchObject({ theme: 'ivory' })
  expect(sent[2]).toMatchObject({ width: innerWidth, height: innerHeight, full: false })
  expect(sent[3]).toMatchObject({ focus: true })
  expect(post.mock.calls.every((call: unknown[]) => call[1] === origin)).toBe(true)
  sent.length = 0
  await chat.close()
  await chat.open()
  await chat.setTheme('dark')
  viewport.dispatchEvent(new Event('resize'))
  expect(types()).toEqual(['close', 'open', 'theme', 'viewport'])
})

it('is ready once the frame answers with the nonce', async () => {
  const chat = install()
  await chat.open()
  const { events } = record(chat)
  const { send, greet } = framed()
  send({ type: 'ready' })
  send({ type: 'ready', nonce: 'guessed' })
  expect([events, parts().button.inert]).toEqual([[], false])
  greet()
  expect([events, parts().button.inert]).toEqual([[['ready', null]], true])
  send({ type: 'close' })
  expect([parts().panel.inert, parts().button.inert]).toEqual([true, false])
})

/** A script of the panel that arrives when the test lets it. */
function slowPanel() {
  const { promise, resolve, reject } = Promise.withResolvers<{ createPanel: typeof createPanel }>()
  const loadPanel = vi.fn<LoadPanel>(() => promise)
  return { loadPanel, arrive: () => resolve({ createPanel }), fail: () => reject(new TypeError('blocked')) }
}

it('requests the script of the panel with the frame, and not before', async () => {
  const { loadPanel } = slowPanel()
  const chat = install({}, loadPanel)
  await chat.setTheme('dark')
  await chat.identify(null)
  expect(loadPanel).not.toHaveBeenCalled()
  parts().button.dispatchEvent(new Event('pointerenter'))
  expect(loadPanel).toHaveBeenCalledOnce()
  await chat.open()
  expect(loadPanel).toHaveBeenCalledOnce()
})

it('keeps what happens before the script of the panel has arrived', async () => {
  const events = recordDom()
  const { loadPanel, arrive } = slowPanel()
  const chat = install({ cfg: 'shop', userId: '17', userHash: 'abc', userExpires: '1795600000' }, loadPanel)
  await chat.setTheme('dark')
  await chat.identify({ ...customer, user_hash: 'def' })
  await chat.open()
  expect(parts().panel.inert).toBe(false)
  const frame = parts().frame()
  if (frame === null) throw new Error('There is no frame.')
  const loads = vi.spyOn(frame, 'src', 'set')
  const { sent, send, types } = framed()
  send({ type: 'ready' })
  expect(sent).toEqual([])
  arrive()
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'theme', 'viewport', 'open']))
  expect(sent[0]).toMatchObject({ user: { ...signed, user_hash: 'def' } })
  expect(sent[1]).toMatchObject({ theme: 'dark' })
  expect(sent[3]).toMatchObject({ focus: true })
  expect(loads).not.toHaveBeenCalled()
  expect(events).toEqual([['org-chat:opened', { widget: 'shop' }]])
})

it('does nothing more when it is destroyed before the script of the panel has arrived', async () => {
  const { loadPanel, arrive } = slowPanel()
  const chat = install({}, loadPanel)
  await chat.open()
  const { sent, send } = framed()
  send({ type: 'ready' })
  await chat.destroy()
  arrive()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual([])
})

it('reports once that the script of the panel cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { loadPanel, fail } = slowPanel()
  const chat = install({}, loadPanel)
  const { events } = record(chat)
  await chat.open()
  fail()
  await vi.waitFor(() => expect(events.at(-1)).toEqual(['error', { kind: 'unreachable' }]))
  vi.advanceTimersByTime(60_000)
  expect(warn.mock.calls).toEqual([[`OrgChat: ${origin} unreachable`]])
  await chat.close()
  expect(parts().panel.inert).toBe(true)
})

it('requests the script of the panel again with the next press, and then catches up', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const loadPanel = vi.fn<LoadPanel>(async () => ({ createPanel }))
  loadPanel.mockRejectedValueOnce(new TypeError('blocked'))
  const chat = install({}, loadPanel)
  const { events } = record(chat)
  await chat.open()
  await vi.waitFor(() => expect(events.at(-1)?.[0]).toBe('error'))
  const { send, types } = framed()
  send({ type: 'ready' })
  await chat.close()
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'theme', 'viewport', 'open', 'close']))
  expect(loadPanel).toHaveBeenCalledTimes(2)
})

it('starts the handshake anew when the frame is loaded again', async () => {
  const chat = install()
  await chat.open()
  const { sent, send, greet } = framed()
  greet()
  const [{ nonce } = {}] = sent
  sent.length = 0
  send({ type: 'ready' })
  expect(sent[0]).toMatchObject({ type: 'hello' })
  expect(sent[0]?.['nonce']).not.toBe(nonce)
})

it('uses the frame’s messages: size, unread answers and events', async () => {
  const chat = install()
  await chat.open()
  const { events } = record(chat)
  const { send, greet } = framed()
  greet()
  send({ type: 'scale', scale: 0.5, width: 260, height: 280 })
  const { style } = parts().panel
  expect([style.width, style.height, style.getPropertyValue('--scale')]).toEqual(['260px', '280px', '0.5'])
  send({ type: 'unread', count: 3 })
  expect(parts().root.querySelector('output')?.textContent).toBe('3 new')
  send({ type: 'unread', count: 0 })
  expect(parts().root.querySelector('output')?.textContent).toBe('')
  send({ type: 'event', name: 'message', data: { role: 'user' } })
  send({ type: 'event', name: { toString: () => 'error' } })
  expect(events.slice(1)).toEqual([
    ['unread', { count: 3 }],
    ['unread', { count: 0 }],
    ['message', { role: 'user' }],
  ])
  await chat.close()
  send({ type: 'scale', scale: 1, width: 1, height: 1 })
  expect(style.width).toBe('260px')
})

it.each([
  ['another origin', { type: 'close' }, { origin: 'https://evil.example' }],
  ['another window', { type: 'close' }, { source: window }],
  ['another sender', { type: 'close', source: 'someone' }, {}],
  ['another version', { type: 'close', v: 2 }, {}],
])('ignores messages of %s', async (_, message, from) => {
  const chat = install()
  await chat.open()
  const { greet, send } = framed()
  greet()
  send(message, from)
  expect(parts().panel.inert).toBe(false)
})

it('ignores messages that are no objects, and those from before the frame', () => {
  install()
  for (const data of [null, undefined, 'org-chat', 1, envelope({ type: 'close' })])
    window.dispatchEvent(new MessageEvent('message', { origin, data }))
  expect(parts().panel.inert).toBe(true)
})

it('reports once that the frame is unreachable, unless it is ready or the widget is gone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const chat = install()
  const { events } = record(chat)
  await chat.open()
  vi.advanceTimersByTime(14_999)
  expect(warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(warn.mock.calls).toEqual([[`OrgChat: ${origin} unreachable`]])
  expect(events.at(-1)).toEqual(['error', { kind: 'unreachable' }])

  await chat.start({ id: 'shop' })
  await chat.open('shop')
  framed(1).greet()
  await chat.start({ id: 'other' })
  await chat.open('other')
  await chat.destroy('other')
  vi.advanceTimersByTime(60_000)
  expect(warn).toHaveBeenCalledOnce()
})

it('comes back when the page replaces its body, and asks for a new handshake', async () => {
  const chat = install()
  await chat.open()
  const { sent, greet, types } = framed()
  greet()
  document.body.replaceChildren()
  await vi.waitFor(() => expect(document.querySelector('body > org-chat')).not.toBeNull())
  sent.length = 0
  await chat.setTheme('dark')
  expect(types()).toEqual([])
  await chat.destroy()
  document.body.replaceChildren()
  await vi.advanceTimersByTimeAsync(10)
  expect(document.querySelector('org-chat')).toBeNull()
})

it('takes nothing from the tag that ran first for another tag, which async scripts run in any order', () => {
  install({ id: 'own', cfg: 'spa', label: 'Spa', open: 'true' })
  install({ cfg: 'shop' })
  expect(roots).toHaveLength(2)
  const { panel, button } = parts(1)
  expect(panel.inert).toBe(true)
  expect(button.textContent).toBe('')
})

it('starts anew by the tag of a page that has replaced its whole document', async () => {
  const chat = install()
  const before = document.documentElement
  onTestFinished(() => document.documentElement.replaceWith(before))
  const body = document.createElement('body')
  const root = document.createElement('html')
  root.append(document.createElement('head'), body)
  document.documentElement.replaceWith(root)
  expect(document.querySelector('org-chat')).toBeNull()
  install()
  expect(document.querySelectorAll('body > org-chat')).toHaveLength(1)
  await chat.open()
  expect(parts(1).panel.inert).toBe(false)
  install()
  expect(roots).toHaveLength(2)
})

it('takes no attribute from a page that extends the prototype of objects', () => {
  const names = ['open', 'id', 'label', 'hideLauncher', 'look']
  for (const name of names) {
    // oxlint-disable-next-line no-extend-native -- As old libraries do.
    Object.defineProperty(Object.prototype, name, {
      value: 'true',
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
  try {
    install({ cfg: 'shop' })
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  }
  const { button } = parts()
  expect([button.inert, button.textContent]).toEqual([false, ''])
})

it('listens until it is destroyed on a page that extends the prototype of objects by options of listeners', async () => {
  const options = { once: true, signal: AbortSignal.abort(), attributeFilter: 'none' }
  for (const [name, value] of Object.entries(options)) {
    // oxlint-disable-next-line no-extend-native -- As old libraries do.
    Object.defineProperty(Object.prototype, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
  try {
    const chat = install()
    await chat.open()
    const { greet, send } = framed()
    greet()
    send({ type: 'unread', count: 3 })
    expect(parts().button.textContent).toContain('3')
    const { host } = parts().root
    await chat.destroy()
    expect(host.isConnected).toBe(false)
  } finally {
    for (const name of Object.keys(options)) Reflect.deleteProperty(Object.prototype, name)
  }
})

it('gives way to a page that removes it each time it is added', async () => {
  vi.useRealTimers()
  install()
  const { host } = parts().root
  let removals = 0
  // It would go on without end, and so would the test.
  const remover = new MutationObserver(() => {
    if (!host.isConnected || removals === 1000) return
    removals += 1
    host.remove()
  })
  remover.observe(document.body, { childList: true })
  host.remove()
  await new Promise((resolve) => setTimeout(resolve))
  remover.disconnect()
  // It was added once before.
  expect(removals).toBe(19)
})

it('stops listening to the page when it is destroyed', async () => {
  const chat = install()
  await chat.open()
  const { sent, send } = framed()
  await chat.destroy()
  send({ type: 'ready' })
  viewport.dispatchEvent(new Event('resize'))
  expect(sent).toEqual([])
})

it('covers the screen of a phone, and follows its visual viewport', async () => {
  vi.stubGlobal('innerWidth', 390)
  const chat = install()
  const { panel } = parts()
  const { style } = panel
  expect(panel.className).toBe('full')
  await chat.open()
  expect([style.width, style.height]).toEqual(['390px', '700px'])
  const { sent, greet, send } = framed()
  greet()
  send({ type: 'scale', scale: 0.5, width: 9, height: 9 })
  Object.assign(viewport, { height: 400, offsetTop: 20 })
  viewport.dispatchEvent(new Event('resize'))
  expect([style.width, style.height, style.top]).toEqual(['390px', '400px', '20px'])
  expect(sent.at(-1)).toMatchObject({ type: 'viewport', width: 390, height: 400, full: true })
  Object.assign(viewport, { offsetTop: 50 })
  viewport.dispatchEvent(new Event('scroll'))
  expect(style.top).toBe('50px')
  vi.stubGlobal('innerWidth', 601)
  viewport.dispatchEvent(new Event('resize'))
  expect(sent.at(-1)).toMatchObject({ width: 601, full: false })
  expect([style.top, style.left, style.padding]).toEqual(['', '', ''])
})

it('scales on a phone with data-mobile="scale"', async () => {
  vi.stubGlobal('innerWidth', 390)
  const chat = install({ mobile: 'scale' })
  await chat.open()
  const { sent, greet } = framed()
  greet()
  expect(sent.find(({ type }) => type === 'viewport')).toMatchObject({ width: 390, full: false })
  expect(history.state).toBeNull()
})

it('locks the page behind a phone’s sheet, and closes it by the back button', async () => {
  vi.useRealTimers()
  vi.stubGlobal('innerWidth', 390)
  history.replaceState({ page: 1 }, '')
  const sheets = document.adoptedStyleSheets.length
  const chat = install({ id: 'shop' })
  await chat.open()
  expect(history.state).toEqual({ page: 1, orgChat: 'shop' })
  expect(document.adoptedStyleSheets).toHaveLength(sheets + 1)
  history.back()
  await vi.waitFor(() => expect(parts().panel.inert).toBe(true))
  expect(history.state).toEqual({ page: 1 })
  expect(document.adoptedStyleSheets).toHaveLength(sheets)
  expect(scroll).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
  await chat.open()
  await chat.close()
  await vi.waitFor(() => expect(history.state).toEqual({ page: 1 }))
})

it('draws no launcher with data-hide-launcher, and stands in its corner', async () => {
  const chat = install({ hideLauncher: 'true', position: 'top-left' })
  const { button, root } = parts()
  expect(button.inert).toBe(true)
  await chat.open()
  await chat.close()
  expect(button.inert).toBe(true)
  const rules = [...(root.adoptedStyleSheets[0]?.cssRules ?? [])].map(({ cssText }) => cssText)
  expect(rules[0]).toMatch(/^button, div \{ ?top: 24px; left: 24px;/u)
})

const customer = { user_id: '17', user_hash: 'abc', user_expires: 1_795_600_000 }
const signed = { user_id: '17', user_hash: 'abc', user_expires: '1795600000' }
const guest = { user_id: '', user_hash: '', user_expires: '' }

it('names the visitor of its tag in the handshake, and in no address', async () => {
  const chat = install({ userId: '17', userHash: 'abc', userExpires: '1795600000' })
  await chat.open()
  const { sent, send } = framed()
  send({ type: 'ready' })
  expect(sent[0]).toMatchObject({ type: 'hello', user: signed })
  expect(parts().frame()?.src).not.toMatch(/abc|17956/u)
})

it('takes the visitor whom the page identifies later, and loads the frame anew for another one', async () => {
  const chat = install()
  await chat.identify(customer)
  await chat.open()
  const frame = parts().frame()
  if (frame === null) throw new Error('There is no frame.')
  const { sent, greet } = framed()
  greet()
  expect(sent[0]).toMatchObject({ type: 'hello', user: signed })
  const loads = vi.spyOn(frame, 'src', 'set')
  await chat.identify(customer)
  expect(loads).not.toHaveBeenCalled()
  for (const [user, expected] of [
    [null, guest],
    [
      { ...customer, user_hash: 'def' },
      { ...signed, user_hash: 'def' },
    ],
    [{ user_hash: () => undefined }, { ...guest, user_hash: '() => undefined' }],
  ] as const) {
    await chat.identify(user)
    const next = framed()
    next.greet()
    expect(next.sent[0]).toMatchObject({ type: 'hello', user: expected })
  }
  expect(loads).toHaveBeenCalledTimes(3)
})

/** Names and details of the events that a widget's element dispatches. */
function recordDom() {
  const events: [string, unknown][] = []
  const listen = (event: Event): void => {
    events.push([event.type, event instanceof CustomEvent ? event.detail : undefined])
  }
  for (const name of ['opened', 'asked', 'answered', 'product_clicked', 'closed', 'error']) {
    window.addEventListener(`org-chat:${name}`, listen)
    onTestFinished(() => window.removeEventListener(`org-chat:${name}`, listen))
  }
  return events
}

async function useChat(chat: OrgChat): Promise<void> {
  await chat.open('shop')
  const { greet, send } = framed()
  greet()
  send({ type: 'event', name: 'message', data: { role: 'user', text: 'my secret question' } })
  send({ type: 'event', name: 'message', data: { role: 'assistant' } })
  send({
    type: 'event',
    name: 'product:click',
    data: { name: 'Magnesium', urls: ['https://shop.example/m'] },
  })
  send({ type: 'event', name: 'error', data: { kind: 'network' } })
  send({ type: 'event', name: 'handover', data: {} })
  await chat.close('shop')
}

it('dispatches events to the page, and fills no data layer that its tag does not name', async () => {
  const events = recordDom()
  await useChat(install({ cfg: 'shop' }))
  expect(events).toEqual([
    ['org-chat:opened', { widget: 'shop' }],
    ['org-chat:asked', { widget: 'shop' }],
    ['org-chat:answered', { widget: 'shop' }],
    ['org-chat:product_clicked', { widget: 'shop', product: 'Magnesium' }],
  ])
  expect(Reflect.get(window, 'dataLayer')).toBeUndefined()
})

it.each([undefined, [{ event: 'gtm.js' }]])(
  'fills the data layer that its tag names, from %j',
  async (before) => {
    vi.stubGlobal('dataLayer', before)
    onTestFinished(() => {
      Reflect.deleteProperty(window, 'dataLayer')
    })
    await useChat(install({ cfg: 'shop', layer: 'dataLayer' }))
    const entries: unknown = Reflect.get(window, 'dataLayer')
    expect(entries).toEqual([
      ...(before === undefined ? [] : [{ event: 'gtm.js' }]),
      { event: 'org_chat_opened', org_chat: { widget: 'shop' } },
      { event: 'org_chat_asked', org_chat: { widget: 'shop' } },
      { event: 'org_chat_answered', org_chat: { widget: 'shop' } },
      { event: 'org_chat_product_clicked', org_chat: { widget: 'shop', product: 'Magnesium' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('secret')
  },
)

it('leaves an element that is named like the data layer alone', async () => {
  const element = document.createElement('div')
  vi.stubGlobal('dataLayer', element)
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'dataLayer')
  })
  await useChat(install({ cfg: 'shop', layer: 'dataLayer' }))
  expect(Reflect.get(window, 'dataLayer')).toBe(element)
})

it('reports an order of a visitor who has followed a product, by the script of the panel', async () => {
  onTestFinished(() => {
    localStorage.clear()
  })
  const reportOrder = vi.fn<(cfg: string, loader: string, order: unknown) => Promise<boolean>>(
    async () => true,
  )
  const loadPanel = vi.fn<LoadPanel>(async () => ({ createPanel, reportOrder }))
  const chat = install({ cfg: 'shop', id: 'help' }, loadPanel)
  const order = { id: '17', total: 49.9, currency: 'EUR' }
  expect(await chat.order(order)).toBe(false)
  expect(loadPanel).not.toHaveBeenCalled()

  await chat.open()
  const { greet, send } = framed()
  greet()
  send({ type: 'event', name: 'product:click', data: { name: 'Magnesium', click: 'one' } })
  expect(await chat('order', order, 'help')).toBe(true)
  expect(reportOrder.mock.calls).toEqual([['shop', `${origin}/static/embed-loader.js`, order]])
  expect(await chat.order(order, 'nowhere')).toBeUndefined()
})

it('counts no order by a script of the panel from before orders', async () => {
  onTestFinished(() => {
    localStorage.clear()
  })
  localStorage.setItem('org-chat-clicks:shop', '[["one",1]]')
  expect(await install({ cfg: 'shop' }).order({})).toBe(false)
})

it('counts no order where the script of the panel is blocked', async () => {
  onTestFinished(() => {
    localStorage.clear()
  })
  localStorage.setItem('org-chat-clicks:shop', '[["one",1]]')
  const chat = install({ cfg: 'shop' }, () => Promise.reject(new TypeError('Blocked')))
  expect(await chat.order({ id: '17', total: 1, currency: 'EUR' })).toBe(false)
})
