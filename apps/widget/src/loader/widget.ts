/* oxlint-disable typescript/restrict-template-expressions, typescript/no-base-to-string, typescript/no-unsafe-type-assertion -- pages and
   frames hand over anything: it becomes text, a number of pixels, or what the platform refuses; a check of each would
   cost more bytes than the rest. */
/* oxlint-disable max-lines-per-function -- Still to be split: the loader's byte limit leaves little room for it. */
import { envelope, messageSource, messageVersion, type ToWidget, type WidgetEventName } from '../messages.ts'
import { createCover } from './cover-screen.ts'
import { frameAddress } from './frame-address.ts'
import styles from './launcher.css?inline'
import { wordsIn } from './loader.texts.ts'
import { looks } from './looks.ts'
import { openInTab } from './open-state.ts'
import { createElement, ownBody, ownRoot } from './own-document.ts'
import type { LoaderOptions } from './read-options.ts'

/** Events of a widget that a page can subscribe to. */
export type WidgetEvent = 'ready' | 'open' | 'close' | 'unread' | WidgetEventName

/** Hears of an event: what there is to know is its `detail`. */
export type Listener = (event: Event) => void

/** Commands of a widget, by name. A command's number of declared parameters is the number that it takes. */
export type Commands = Readonly<Record<string, (first?: unknown, second?: unknown) => void>>

/**
 * Draws a widget into the page, in a closed shadow root that the page's styles and scripts do not reach. The frame is
 * added at the first sign that it is wanted: until then nothing is requested and nothing stored.
 *
 * @param loader address of the loader's script
 * @param onGone called when it is destroyed
 */
export function createWidget(options: LoaderOptions, loader: string, onGone: () => void): Commands {
  const { id, theme, hideLauncher, query } = options
  const [title, newWord] = wordsIn(query.lang)
  const address = frameAddress(theme, query, loader)
  const { origin } = address
  const host = createElement('org-chat')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  const button = createElement('button')
  const badge = createElement('output')
  const panel = createElement('div')
  const events = new EventTarget()
  const life = new AbortController()
  const viewport = visualViewport as VisualViewport
  let frame: HTMLIFrameElement | undefined
  let nonce = ''
  let ready = false
  let open = false
  let wanted = false
  let unread = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let chosen = 'auto'
  // True where an open widget has all of a phone's screen.
  let full = false

  const emit = (event: unknown, detail?: unknown): boolean =>
    events.dispatchEvent(new CustomEvent(event as string, { detail }))
  const post = (message: ToWidget): void => {
    if (nonce) frame?.contentWindow?.postMessage(envelope(message), origin)
  }

  function load(): void {
    if (frame) return
    // oxlint-disable-next-line react/iframe-missing-sandbox -- Our own document, of another origin than the page's.
    frame = createElement('iframe')
    frame.title = title as string
    frame.src = address.href
    panel.append(frame)
    timer = setTimeout(() => {
      if (ready) return
      // oxlint-disable-next-line no-console -- The one word to whoever embeds it, and wonders where it is.
      console.warn(`OrgChat: ${origin} unreachable`)
      emit('error', { kind: 'unreachable' })
    }, 15_000)
  }

  function place(): void {
    // Up to this width, in pixels, a viewport is a phone's.
    full = options.full && innerWidth <= 600
    const { width, height, offsetTop, offsetLeft } = viewport
    // Clear of the notch and of the bar at the lower edge, which an on-screen keyboard covers.
    panel.style.padding = full
      ? `env(safe-area-inset-top) env(safe-area-inset-right) max(0px, env(safe-area-inset-bottom) - ${innerHeight - height}px) env(safe-area-inset-left)`
      : ''
    panel.style.inset = full ? `${offsetTop}px auto auto ${offsetLeft}px` : ''
    panel.ariaModal = full as unknown as string
    if (full) resize(0, width, height)
    else stand(panel)
    cover(open && full)
    post({
      type: 'viewport',
      width: full ? width : innerWidth,
      height: full ? height : innerHeight,
      full,
    })
  }

  // Specification 2, section 9: 24 from its corner.
  function stand({ style }: HTMLElement): void {
    for (const edge of query.position.split('-')) style.setProperty(edge, '24px')
  }

  // The frame scales what it shows, and is as large as that.
  function resize(scale: unknown, width: unknown, height: unknown): void {
    panel.style.width = `${width}px`
    panel.style.height = `${height}px`
    panel.style.setProperty('--scale', scale as string)
  }

  function draw(): void {
    panel.inert = !open
    button.ariaExpanded = open as unknown as string
    // Once the frame is there, its own button closes it.
    button.inert = hideLauncher || (open && ready)
    badge.textContent = unread ? `${unread} ${newWord}` : ''
  }

  function enter(focus: boolean): void {
    // A frame that is focused while its document arrives loses the keys again in Chrome.
    wanted = focus && !nonce
    if (focus && nonce) frame?.focus()
    post({ type: 'open', focus })
  }

  function show(next: boolean, focus = false): void {
    if (open === next) return
    const hadFocus = root.activeElement
    open = next
    cover(open && full)
    load()
    draw()
    if (open) enter(focus)
    else {
      post({ type: 'close' })
      if (hadFocus) button.focus()
    }
    emit(open ? 'open' : 'close')
  }

  function choose(next: boolean): void {
    show(next, true)
    openInTab(id, next)
  }

  // Whatever the data is, reading fields of it does no harm once it is not null.
  function onMessage({ source, origin: sender, data }: MessageEvent<Record<string, unknown> | null>): void {
    if (!source || source !== frame?.contentWindow || sender !== origin) return
    if (data?.['source'] !== messageSource || data['v'] !== messageVersion) return
    const { type, scale, width, height, count } = data
    // Without a nonce it is the first message of a document: it may have been loaded again.
    if (!nonce || (type === 'ready' && !data['nonce'])) {
      // It speaks first, so that nothing is ever said to a page that a blocker has put in its place.
      nonce = crypto.getRandomValues(new Uint32Array(4)).join('')
      post({ type: 'hello', nonce })
      post({ type: 'theme', theme: chosen })
      place()
      if (open) enter(wanted)
    }
    if (type === 'ready' && data['nonce'] === nonce) {
      ready = true
      draw()
      emit(type)
    }
    if (type === 'close') choose(false)
    if (type === 'scale' && open && !full) resize(scale, width, height)
    if (type === 'unread') {
      unread = Number(count)
      draw()
      emit(type, { count: unread })
    }
    if (type === 'event') emit(data['name'], data['data'])
  }

  // A single-page application may replace what stands in the body, and the body itself: a frame then begins anew.
  const cover = createCover(id, () => choose(false), life)
  const watch = new MutationObserver(add)
  function add(): void {
    if (host.isConnected) return
    nonce = ''
    ready = false
    const body = ownBody()
    // Between two bodies there is none.
    if (!body) return
    body.append(host)
    // The top layer: no style of the page's elements around it moves, clips or covers it.
    host.showPopover()
    watch.observe(body, { childList: true })
  }

  const [paint, radius, papers] = looks.get(theme)?.split(' ') ?? []
  // The panel looks like the widget until that is there.
  sheet.replaceSync(
    `:host{--paint:${paint};--radius:${radius}px}div{background:light-dark(${papers})}${styles}`,
  )
  root.adoptedStyleSheets = [sheet]
  host.popover = 'manual'
  button.setAttribute('aria-controls', (panel.id = 'panel'))
  panel.role = 'dialog'
  panel.ariaLabel = button.ariaLabel = title as string
  button.append(badge)
  stand(button)
  // Initial size, until the frame reports its own.
  resize(1, 520, 560)
  // Above the panel: should what is in there never come, the launcher is what closes it.
  root.append(panel, button)
  watch.observe(ownRoot(), { childList: true })
  add()
  place()
  draw()

  button.addEventListener('click', () => choose(!open))
  button.addEventListener('pointerenter', load)
  button.addEventListener('focus', load)
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && open) choose(false)
  })
  // It has the signal of its end.
  addEventListener('message', onMessage, life)
  viewport.addEventListener('resize', place, life)
  viewport.addEventListener('scroll', place, life)
  if (Number(openInTab(id) ?? options.open)) {
    // Safari has none, and an element of that name would stand in for it.
    // oxlint-disable-next-line unicorn/no-instanceof-builtins -- `typeof` calls an <object> a function, too.
    const later = window.requestIdleCallback instanceof Function ? requestIdleCallback : setTimeout
    later(() => {
      if (host.isConnected) show(true)
    })
  }

  return {
    open: () => choose(true),
    close: () => choose(false),
    toggle: () => choose(!open),
    setTheme: (next) => {
      chosen = `${next}`
      panel.style.colorScheme = /^(dark|light)$/.test(chosen) ? chosen : ''
      post({ type: 'theme', theme: chosen })
    },
    on: (event, listener) => events.addEventListener(event as string, listener as EventListener),
    off: (event, listener) => events.removeEventListener(event as string, listener as EventListener),
    destroy: () => {
      life.abort()
      cover(false)
      clearTimeout(timer)
      watch.disconnect()
      host.remove()
      onGone()
    },
  }
}
