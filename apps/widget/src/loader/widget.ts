import { handshakeMs, type WidgetEventName } from '../messages.ts'
import { createEvents } from './analytics.ts'
import { createChannel, type FrameMessage } from './channel.ts'
import { createCover } from './cover-screen.ts'
import { frameAddress } from './frame-address.ts'
import { keepInPage } from './keep-in-page.ts'
import { openInTab } from './open-state.ts'
import { type LoaderOptions, toText } from './read-options.ts'
import { createView, phoneWidth, place, resize } from './view.ts'

/** Events of a widget that a page can subscribe to. */
export type WidgetEvent = 'ready' | 'open' | 'close' | 'unread' | WidgetEventName

/** Called with an event; its `detail` has the data. */
export type Listener = (event: Event) => void

/** A widget in the page. */
export interface Widget {
  /** Target of its events. */
  events: EventTarget
  /** Opens or closes it. A person's choice moves the focus and is stored for the next page of the tab. */
  choose: (open: boolean) => void
  toggle: () => void
  /** Identifies the visitor by the signed id of the page's server; null for a guest. The frame loads anew. */
  identify: (user: unknown) => void
  /** Shows a theme of the widget, `light`, `dark`, or `auto` for the system's preference. */
  setTheme: (theme: string) => void
  /** Its element, which is in no document once the page has replaced its own. */
  host: Element
  /** Removes the widget, its listeners and its timer. */
  destroy: () => void
}

/**
 * Adds a widget to the page. The frame is added when somebody points at, focuses or opens the launcher: until then
 * nothing is requested and nothing stored.
 *
 * @param loader address of the loader's script
 * @param onGone called when it is destroyed
 */
export function createWidget(options: LoaderOptions, loader: string, onGone: () => void): Widget {
  const { id, query } = options
  const { href, origin } = frameAddress(options.theme, query, loader)
  const toggle = (): void => choose(!open)
  const { host, root, button, panel, frame, draw } = createView(options, load, toggle)
  const channel = createChannel(frame, origin, options, onHello, onMessage)
  const events = createEvents(host, options)
  const viewport = visualViewport instanceof EventTarget ? visualViewport : null
  let open = false
  let unread = 0
  let theme = 'auto'
  let timer: ReturnType<typeof setTimeout> | undefined
  let focusAfterHello = false
  let coveredScreen: VisualViewport | null = null

  function load(): void {
    if (frame.src) return
    frame.src = href
    panel.append(frame)
    timer = setTimeout(() => channel.ready || reportUnreachable(events, origin), handshakeMs)
  }

  function fit(): void {
    coveredScreen = options.full && innerWidth <= phoneWidth ? viewport : null
    const { width, height } = coveredScreen ?? { width: innerWidth, height: innerHeight }
    place(panel, query.position, coveredScreen)
    cover(open && coveredScreen !== null)
    channel.post({ type: 'viewport', width, height, full: coveredScreen !== null })
  }

  function enter(focus: boolean): void {
    // A frame that is focused while its document loads loses the focus again in Chrome.
    focusAfterHello = focus && !channel.focus()
    channel.post({ type: 'open', focus })
  }

  function choose(next: boolean, byPerson = true): void {
    if (byPerson) openInTab(id, next)
    if (open === next) return
    const hadFocus = root.activeElement
    open = next
    cover(open && coveredScreen !== null)
    load()
    draw(open, channel.ready, unread)
    if (open) enter(byPerson)
    else {
      channel.post({ type: 'close' })
      if (hadFocus) button.focus()
    }
    emit(events, open ? 'open' : 'close')
  }

  // A document that has just loaded gets the current state.
  function onHello(): void {
    channel.post({ type: 'theme', theme })
    fit()
    if (open) enter(focusAfterHello)
  }

  function onMessage({ type, scale, width, height, count, name, data }: FrameMessage): void {
    if (type === 'unread') unread = Number(count)
    draw(open, channel.ready, unread)
    if (type === 'ready') emit(events, type)
    if (type === 'unread') emit(events, type, { count: unread })
    if (type === 'close') choose(false)
    if (type === 'scale' && open && !coveredScreen) resize(panel, scale, width, height)
    if (type === 'event' && typeof name === 'string') emit(events, name, data)
  }

  const life = listenToWindow(viewport, channel.receive, fit)
  const cover = createCover(id, () => choose(false), life)
  const removeHost = keepInPage(host, channel.reset)
  fit()
  draw(open, channel.ready, unread)
  if (Number(openInTab(id) ?? options.open)) whenIdle(() => host.isConnected && choose(true, false))

  return {
    host,
    events,
    choose,
    toggle,
    identify: (user) => {
      if (!changeUser(options, user) || !frame.src) return
      channel.reset()
      frame.src = href
    },
    setTheme: (next) => {
      theme = next
      panel.style.colorScheme = /^(dark|light)$/.test(theme) ? theme : ''
      channel.post({ type: 'theme', theme })
    },
    destroy: () => {
      life.abort()
      cover(false)
      clearTimeout(timer)
      removeHost()
      onGone()
    },
  }
}

/**
 * Takes over the visitor that the page names. Returns false where it is the same one; another one needs a document of their
 * own, so that nothing of the one before stays.
 */
function changeUser(options: LoaderOptions, user: unknown): boolean {
  const { user_id = '', user_hash = '', user_expires = '' } = Object(user)
  if (options.user.user_hash === toText(user_hash)) return false
  options.user = {
    user_id: toText(user_id),
    user_hash: toText(user_hash),
    user_expires: toText(user_expires),
  }
  return true
}

function emit(events: EventTarget, event: string, detail?: unknown): void {
  events.dispatchEvent(new CustomEvent(event, { detail }))
}

function reportUnreachable(events: EventTarget, origin: string): void {
  // oxlint-disable-next-line no-console -- The only sign for those who embed the widget.
  console.warn(`OrgChat: ${origin} unreachable`)
  emit(events, 'error', { kind: 'unreachable' })
}

/** Listens to messages, and to changes of the visual viewport but pinches, until the returned controller aborts. */
function listenToWindow(
  viewport: VisualViewport | null,
  onMessage: (event: MessageEvent<unknown>) => void,
  onResize: () => void,
): AbortController {
  const life = new AbortController()
  // A pinch enlarges what is there: covering the part in view would lay the chat out in ever less room.
  const onChange = (): void => {
    if (!(Number(viewport?.scale) > 1)) onResize()
  }
  addEventListener('message', onMessage, life)
  viewport?.addEventListener('resize', onChange, life)
  viewport?.addEventListener('scroll', onChange, life)
  return life
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback, and an element of that name would stand in for it.
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- `typeof` calls an <object> a function, too.
  const later = window.requestIdleCallback instanceof Function ? requestIdleCallback : setTimeout
  later(work)
}
