import { handshakeMs, type WidgetEventName } from '../messages.ts'
import type { LoadPanel, Panel } from '../panel/panel.ts'
import { hasClicks } from './click-key.ts'
import { frameAddress } from './frame-address.ts'
import { keepInPage } from './keep-in-page.ts'
import { openInTab } from './open-state.ts'
import { until } from './own-document.ts'
import type { LoaderOptions } from './read-options.ts'
import { createView } from './view.ts'

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
  /** Reports an order of the visitor. Resolves to true when it is counted. */
  order: (order: unknown) => Promise<boolean>
  /** Shows a theme of the widget, `light`, `dark`, or `auto` for the system's preference. */
  setTheme: (theme: string) => void
  /** Its element, which is in no document once the page has replaced its own. */
  host: Element
  /** Removes the widget, its listeners and its timer. */
  destroy: () => void
}

/**
 * Adds a widget to the page. The frame and the script of the open panel are requested, at once and side by side, when
 * somebody points at, focuses or opens the launcher: until then nothing is requested and nothing stored. What happens
 * before that script has arrived waits for it, in its order.
 *
 * @param loader address of the loader's script
 * @param loadPanel requests the script of the panel
 * @param onGone called when it is destroyed
 */
export function createWidget(
  options: LoaderOptions,
  loader: string,
  loadPanel: LoadPanel,
  onGone: () => void,
): Widget {
  const { id } = options
  const toggle = (): void => choose(!view.state.open)
  const view = createView(options, load, toggle)
  const { host, root, button, frame } = view
  const events = new EventTarget()
  const life = new AbortController()
  let panel: Panel | undefined
  let waiting: ((panel: Panel) => void)[] = []
  let connecting: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(act: (panel: Panel) => void): void {
    if (panel) act(panel)
    else waiting.push(act)
  }

  function load(): void {
    if (!frame.src) {
      const { href } = frameAddress(options, loader)
      frame.src = href
      view.panel.append(frame)
      timer = setTimeout(() => view.state.ready || reportUnreachable(), handshakeMs)
      addEventListener('message', (event) => tell(({ receive }) => receive(event)), until(life))
    }
    connecting ??= connect()
  }

  async function connect(): Promise<void> {
    try {
      const { createPanel } = await loadPanel()
      if (life.signal.aborted) return
      panel = createPanel({ options, view, events, choose, life })
      for (const act of waiting) act(panel)
      waiting = []
    } catch {
      // The next press tries again.
      connecting = undefined
      reportUnreachable()
    }
  }

  function reportUnreachable(): void {
    clearTimeout(timer)
    // oxlint-disable-next-line no-console -- The only sign for those who embed the widget.
    console.warn(`OrgChat: ${new URL(loader).origin} unreachable`)
    events.dispatchEvent(new CustomEvent('error', { detail: { kind: 'unreachable' } }))
  }

  function choose(open: boolean, byPerson = true): void {
    if (byPerson) openInTab(id, open)
    if (view.state.open === open) return
    const hadFocus = root.activeElement
    load()
    view.draw({ open })
    tell(({ show }) => show(open, byPerson))
    if (!open && hadFocus) button.focus()
    events.dispatchEvent(new CustomEvent(open ? 'open' : 'close'))
  }

  const removeHost = keepInPage(host, () => panel?.reset())
  if (Number(openInTab(id) ?? options.open)) whenIdle(() => host.isConnected && choose(true, false))

  return {
    host,
    events,
    choose,
    toggle,
    async order(order) {
      const { cfg } = options.query
      try {
        return (hasClicks(cfg) && (await (await loadPanel()).reportOrder?.(cfg, loader, order))) ?? false
      } catch {
        return false
      }
    },
    identify: (user) => tell(({ identify }) => identify(user)),
    setTheme: (theme) => {
      view.panel.style.colorScheme = /^(dark|light)$/.test(theme) ? theme : ''
      tell(({ setTheme }) => setTheme(theme))
    },
    destroy: () => {
      life.abort()
      panel?.end()
      clearTimeout(timer)
      removeHost()
      onGone()
    },
  }
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback, and an element of that name would stand in for it.
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- `typeof` calls an <object> a function, too.
  const later = window.requestIdleCallback instanceof Function ? requestIdleCallback : setTimeout
  later(work)
}
