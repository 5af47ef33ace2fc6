import { expect, it, vi } from 'vitest'
import { createHostBridge, type HostPage } from './host-bridge.ts'

const own = 'https://chat.example'
const nothing = (): void => undefined

interface Around {
  /** Origins of the ancestors, the nearest first; as `location.ancestorOrigins`, where the browser has it. */
  exposed?: string[] | undefined
  /** @default the parent is the top */
  isNested?: boolean
}

/** A window framed by another site's page, and the way in which that page sends it messages. */
function framedWindow({ exposed, isNested = false }: Around = {}) {
  const listeners: ((event: unknown) => void)[] = []
  const parent: { postMessage: (...message: unknown[]) => void; location: never } = {
    postMessage: nothing,
    get location(): never {
      throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
    },
  }
  const view = {
    parent,
    top: isNested ? {} : parent,
    location: { origin: own, ...(exposed && { ancestorOrigins: exposed }) },
    document: { referrer: '' },
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
  }
  const receive = (data: object, origin: string, source: unknown = parent) => {
    for (const listener of listeners)
      listener({ data: { source: 'org-chat', v: 1, ...data }, origin, source })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bridge uses these members alone
  return { view: view as unknown as Window, parent, receive }
}

/** A bridge in a framed window, with the calls that its requests have led to and the messages that it has sent. */
function bridged(named: string | undefined = 'https://shop.example') {
  const window = framedWindow()
  const sent: unknown[][] = []
  window.parent.postMessage = (...message: unknown[]) => void sent.push(message)
  const calls: unknown[][] = []
  const requests = {
    onHello: (page: HostPage) => void calls.push(['hello', page.origin]),
    onOpen: (focus: boolean) => void calls.push(['open', focus]),
    onClose: () => void calls.push(['close']),
    onTheme: (theme: string) => void calls.push(['theme', theme]),
    onViewport: (viewport: object) => void calls.push(['viewport', viewport]),
  }
  const bridge = createHostBridge(window.view, named)
  return { ...window, bridge, requests, sent, calls }
}

const shop = 'https://shop.example'

function greeted({ view, receive }: ReturnType<typeof framedWindow>, named: string, from: string) {
  const pages: HostPage[] = []
  createHostBridge(view, named).listen({
    onHello: (page) => pages.push(page),
    onOpen: nothing,
    onClose: nothing,
    onTheme: nothing,
    onViewport: nothing,
  })
  receive({ type: 'hello', nonce: '1' }, from)
  return pages
}

it('names the page by the origin of its message, and the documents around it', () => {
  const window = framedWindow({ exposed: ['https://shop.example', 'https://portal.example'] })
  expect(greeted(window, 'https://shop.example', 'https://shop.example')).toEqual([
    { origin: 'https://shop.example', ancestors: ['https://portal.example'] },
  ])
})

it('hears no hello of another origin than the loader has named', () => {
  expect(greeted(framedWindow(), 'https://shop.example', 'https://evil.example')).toEqual([])
})

it('counts an opaque page inside of an unknown one as framed by an unknown one', () => {
  expect(greeted(framedWindow({ exposed: ['null', 'https://evil.example'] }), 'null', 'null')).toEqual([
    { origin: 'null', ancestors: ['https://evil.example'] },
  ])
  expect(greeted(framedWindow({ isNested: true }), 'null', 'null')).toEqual([
    { origin: 'null', ancestors: ['null'] },
  ])
  expect(greeted(framedWindow(), 'null', 'null')).toEqual([{ origin: 'null', ancestors: [] }])
})

it('needs no handshake on its own origin alone', () => {
  expect(createHostBridge(framedWindow().view, 'https://shop.example').ownPage).toBeUndefined()
  const { location } = window
  expect(createHostBridge(window, undefined).ownPage).toEqual({ origin: location.origin, ancestors: [] })
})

it('passes on the requests of the page after its hello, and none before', () => {
  const { bridge, requests, receive, calls } = bridged()
  bridge.listen(requests)
  receive({ type: 'open', focus: true }, shop)
  expect(calls).toEqual([])
  receive({ type: 'hello', nonce: '1' }, shop)
  receive({ type: 'open', focus: true }, shop)
  receive({ type: 'open', focus: 'yes' }, shop)
  receive({ type: 'close' }, shop)
  receive({ type: 'theme', theme: 'dark' }, shop)
  receive({ type: 'viewport', width: 390, height: 800, full: true }, shop)
  receive({ type: 'viewport', width: 390, height: 0 }, shop)
  expect(calls).toEqual([
    ['hello', shop],
    ['open', true],
    ['open', false],
    ['close'],
    ['theme', 'dark'],
    ['viewport', { width: 390, height: 800, full: true }],
    ['viewport', { width: 390, height: 0, full: false }],
  ])
})

it.each([
  ['a theme that is no text', { type: 'theme', theme: 1 }],
  ['a width that is no number', { type: 'viewport', width: '390', height: 1 }],
  ['a negative height', { type: 'viewport', width: 1, height: -1 }],
  ['an endless width', { type: 'viewport', width: Infinity, height: 1 }],
  ['an unknown type', { type: 'destroy' }],
  ['another version', { type: 'close', v: 2 }],
  ['another sender', { type: 'close', source: 'other' }],
])('ignores messages with %s', (_, message) => {
  const { bridge, requests, receive, calls } = bridged()
  bridge.listen(requests)
  receive({ type: 'hello', nonce: '1' }, shop)
  receive(message, shop)
  expect(calls).toEqual([['hello', shop]])
})

it.each([
  ['without a nonce', {}],
  ['with a nonce that is no text', { nonce: 1 }],
  ['with a nonce of more than 200 characters', { nonce: '1'.repeat(201) }],
])('ignores a hello %s', (_, fields) => {
  const { bridge, requests, receive, calls, sent } = bridged()
  bridge.listen(requests)
  receive({ type: 'hello', ...fields }, shop)
  bridge.ready()
  expect([calls, sent]).toEqual([[], []])
})

it('ignores other windows and other origins', () => {
  const { bridge, requests, receive, calls } = bridged()
  bridge.listen(requests)
  receive({ type: 'hello', nonce: '1' }, shop, {})
  receive({ type: 'hello', nonce: '1' }, 'https://evil.example')
  expect(calls).toEqual([])
})

it('holds messages from before the widget is drawn, and after it has gone', () => {
  const { bridge, requests, receive, calls } = bridged()
  receive({ type: 'hello', nonce: '1' }, shop)
  receive({ type: 'open', focus: false }, shop)
  const stop = bridge.listen(requests)
  expect(calls.splice(0)).toEqual([
    ['hello', shop],
    ['open', false],
  ])
  stop()
  receive({ type: 'close' }, shop)
  expect(calls).toEqual([])
  bridge.listen(requests)
  expect(calls).toEqual([['close']])
})

it('sends messages to the origin that the address names', () => {
  const { bridge, receive, sent } = bridged()
  bridge.wake()
  bridge.ready()
  receive({ type: 'hello', nonce: 'n' }, shop)
  bridge.ready()
  bridge.opened()
  bridge.close()
  bridge.scale({ scale: 1, width: 2, height: 3 })
  bridge.unread(4)
  bridge.event('error', { kind: 'network' })
  const own = { source: 'org-chat', v: 1 }
  expect(sent).toEqual(
    [
      { type: 'ready' },
      { type: 'ready', nonce: 'n' },
      { type: 'open' },
      { type: 'close' },
      { type: 'scale', scale: 1, width: 2, height: 3 },
      { type: 'unread', count: 4 },
      { type: 'event', name: 'error', data: { kind: 'network' } },
    ].map((message) => [{ ...own, ...message }, shop]),
  )
})

it('sends events after ready, and errors at once', () => {
  const { bridge, receive, sent } = bridged()
  receive({ type: 'hello', nonce: 'n' }, shop)
  bridge.event('message', { role: 'user' })
  bridge.event('error', { kind: 'network' })
  bridge.ready()
  bridge.event('message', { role: 'assistant' })
  expect(sent).toMatchObject([
    [{ type: 'event', name: 'error' }, shop],
    [{ type: 'ready' }, shop],
    [{ type: 'event', name: 'message', data: { role: 'user' } }, shop],
    [{ type: 'event', name: 'message', data: { role: 'assistant' } }, shop],
  ])
})

it('sends no events to a page without an origin', () => {
  const { bridge, receive, sent } = bridged('null')
  receive({ type: 'hello', nonce: 'n' }, 'null')
  bridge.ready()
  bridge.event('message', { role: 'user' })
  bridge.unread(1)
  expect(sent).toMatchObject([
    [{ type: 'ready' }, '*'],
    [{ source: 'org-chat', v: 1, type: 'unread', count: 1 }, '*'],
  ])
})

it('sends nothing where it is not framed', () => {
  const post = vi.spyOn(window, 'postMessage')
  const bridge = createHostBridge(window, undefined)
  expect(bridge.framed).toBe(false)
  bridge.wake()
  bridge.event('message', {})
  expect(post).not.toHaveBeenCalled()
})

it.each([
  [
    { user_id: '17', user_hash: 'a', user_expires: '12' },
    { userId: '17', userHash: 'a', userExpires: 12 },
  ],
  [{ user_id: '', user_hash: '', user_expires: '' }, undefined],
  [{ user_id: 17 }, undefined],
  [undefined, undefined],
])('reads %j of the page as the visitor %j', (user, expected) => {
  const { bridge, requests, receive } = bridged()
  const pages: HostPage[] = []
  bridge.listen({ ...requests, onHello: (page) => pages.push(page) })
  receive({ type: 'hello', nonce: '1', user }, shop)
  expect(pages.map((page) => page.user)).toEqual([expected])
})
