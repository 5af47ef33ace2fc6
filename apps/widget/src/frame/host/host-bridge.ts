import type { VisitorIdentity } from '@org/api-client'
import { envelope, readEnvelope, type FromWidget, type WidgetEventName } from '../../messages.ts'
import type { WidgetScale } from '../../auto-scale.ts'

/** The page that frames the widget. */
export interface HostPage {
  /** `null` for an opaque origin. */
  origin: string
  /** Origins of the documents around that page, the nearest first, where the browser exposes them. */
  ancestors: readonly string[]
  /** The visitor whom the page has identified; undefined for a guest. */
  user?: VisitorIdentity | undefined
}

/** Requests of the host page. */
export interface HostRequests {
  /** The handshake is done. Answer with `ready`, or refuse. */
  onHello: (page: HostPage) => void
  /** `focus`: somebody asked for it, who goes on typing there. */
  onOpen: (focus: boolean) => void
  onClose: () => void
  onTheme: (theme: string) => void
  onViewport: (viewport: { width: number; height: number; full: boolean }) => void
}

/** The way to the page that frames the widget. Without one, nothing is sent anywhere. */
export interface HostBridge {
  /** True when the document is framed. */
  readonly framed: boolean
  /** The page itself, where the document is not framed or only by a page of its own origin: no handshake is needed. */
  readonly ownPage: HostPage | undefined
  /** Listens to the page; the way back ends that. */
  listen: (requests: HostRequests) => () => void
  /** Sends the first message, which starts the handshake while the widget loads. */
  wake: () => void
  ready: () => void
  opened: () => void
  /** In a frame whose launcher is the page's, minimising asks the page to close. */
  close: () => void
  scale: (scale: WidgetScale) => void
  unread: (count: number) => void
  event: (name: WidgetEventName, data: unknown) => void
}

// Messages without personal data, which may go to any origin: a page without an origin cannot be addressed otherwise.
const harmless = new Set<FromWidget['type']>(['ready', 'open', 'close', 'scale', 'unread'])
const maxNonce = 200

/**
 * The bridge of a document. Only the framing window is heard, only from the origin that the loader has named, and
 * nothing before its `hello`.
 *
 * @param origin that the address names; without it, the one that the browser reports
 */
export function createHostBridge(view: Window, origin = ancestorOf(view)): HostBridge {
  const framed = view.parent !== view
  let nonce: string | undefined
  let requests: HostRequests | undefined
  // Messages from before the widget is rendered are buffered.
  const early: Readonly<Record<string, unknown>>[] = []
  let isReady = false
  // A question may be sent before the server has allowed the frame on its page: the page gets 'ready' first all the same.
  const beforeReady: FromWidget[] = []

  function send(message: FromWidget): void {
    if (!framed) return
    const opaque = origin === undefined || origin === 'null'
    if (opaque && !harmless.has(message.type)) return
    view.parent.postMessage(envelope(message), opaque ? '*' : origin)
  }

  function receive(message: Readonly<Record<string, unknown>>): void {
    if (requests === undefined) early.push(message)
    else if (message['type'] !== 'hello') pass(message, requests)
    else requests.onHello({ ...pageOf(view, text(message['origin'])), user: readUser(message['user']) })
  }

  function onMessage(event: MessageEvent<unknown>): void {
    if (!framed || event.source !== view.parent) return
    if (origin !== undefined && event.origin !== origin) return
    const message = readEnvelope(event.data)
    if (message === undefined) return
    if (message['type'] === 'hello') {
      if (typeof message['nonce'] !== 'string' || message['nonce'].length > maxNonce) return
      nonce = message['nonce']
      receive({ type: 'hello', origin: event.origin, user: message['user'] })
    } else if (nonce !== undefined) receive(message)
  }

  view.addEventListener('message', onMessage)
  return {
    framed,
    ownPage: isOwn(view) ? { origin: view.location.origin, ancestors: [] } : undefined,
    listen(next) {
      requests = next
      for (const message of early.splice(0)) receive(message)
      return () => {
        requests = undefined
      }
    },
    wake: () => send({ type: 'ready' }),
    ready: () => {
      if (nonce === undefined) return
      send({ type: 'ready', nonce })
      isReady = true
      for (const event of beforeReady.splice(0)) send(event)
    },
    opened: () => send({ type: 'open' }),
    close: () => send({ type: 'close' }),
    scale: (scale) => send({ type: 'scale', ...scale }),
    unread: (count) => send({ type: 'unread', count }),
    event: (name, data) => {
      const event: FromWidget = { type: 'event', name, data }
      if (isReady || name === 'error') send(event)
      else beforeReady.push(event)
    },
  }
}

function pass(message: Readonly<Record<string, unknown>>, requests: HostRequests): void {
  const { type, theme, width, height, full, focus } = message
  if (type === 'open') requests.onOpen(focus === true)
  else if (type === 'close') requests.onClose()
  else if (type === 'theme' && typeof theme === 'string') requests.onTheme(theme)
  else if (type === 'viewport' && isLength(width) && isLength(height)) {
    requests.onViewport({ width, height, full: full === true })
  }
}

/** Reads the signed id of a visitor, which the server checks. */
function readUser(value: unknown): VisitorIdentity | undefined {
  const user: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const userId = text(user['user_id'])
  if (userId === '') return undefined
  return { userId, userHash: text(user['user_hash']), userExpires: Number(user['user_expires']) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function ancestorOf({ location, document }: Window): string | undefined {
  const { ancestorOrigins }: { ancestorOrigins?: DOMStringList } = location
  const named = ancestorOrigins?.[0] ?? document.referrer
  return URL.canParse(named) ? new URL(named).origin : undefined
}

function isOwn({ parent, location }: Window): boolean {
  try {
    return parent.location.origin === location.origin
  } catch {
    // Only documents of the same origin may read it.
    return false
  }
}

function pageOf({ location, parent, top }: Window, origin: string): HostPage {
  const { ancestorOrigins }: { ancestorOrigins?: DOMStringList } = location
  if (ancestorOrigins !== undefined) return { origin, ancestors: [...ancestorOrigins].slice(1) }
  // Without the list, an opaque page inside of another one counts as framed by an unknown site.
  return { origin, ancestors: origin === 'null' && parent !== top ? ['null'] : [] }
}
