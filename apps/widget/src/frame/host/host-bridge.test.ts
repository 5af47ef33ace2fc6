import { expect, it } from 'vitest'
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
  const parent = {
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
