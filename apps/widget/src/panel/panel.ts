import type { FrameMessage } from './channel.ts'
import { until } from '../loader/own-document.ts'
import type { LoaderOptions } from '../loader/read-options.ts'
import type { View } from '../loader/view.ts'
import { createReporter } from './analytics.ts'
import { createChannel } from './channel.ts'
import { createCover } from './cover-screen.ts'
import { rememberClick } from './orders.ts'
import { phoneWidth, place, resize } from './place.ts'
import { toVisitor } from './visitor.ts'

/** Parts of a widget in the page that its panel needs. */
export interface PanelParts {
  options: LoaderOptions
  view: View
  /** Target of the widget's events. */
  events: EventTarget
  /** Opens or closes the widget. */
  choose: (open: boolean) => void
  /** Aborts when the widget is destroyed. */
  life: AbortController
}

/** The part of a widget that is needed once somebody may open it: its way to the frame, and its place on the screen. */
export interface Panel {
  /** Handles a message event of the window. */
  receive: (event: MessageEvent<unknown>) => void
  /** The widget was opened or closed; `focus`: by a person. */
  show: (open: boolean, focus: boolean) => void
  /** Identifies the visitor; null for a guest. */
  identify: (user: unknown) => void
  setTheme: (theme: string) => void
  /** The frame's document loads anew. */
  reset: () => void
  /** The widget is destroyed. */
  end: () => void
}

/**
 * Requests the module with {@link createPanel}. A browser may have the loader or this module from before an update of the
 * server, for up to an hour: {@link PanelParts} and {@link Panel} change by additions alone.
 */
export type LoadPanel = () => Promise<{
  createPanel: (parts: PanelParts) => Panel
  /** Absent from modules before it was added. */
  reportOrder?: (cfg: string, loader: string, order: unknown) => Promise<boolean>
}>

/** Connects a widget with its frame. */
export function createPanel({ options, view, events, choose, life }: PanelParts): Panel {
  const { panel, frame, state, draw } = view
  const { href, origin } = new URL(frame.src)
  const report = createReporter(view.host, options)
  const viewport = visualViewport instanceof EventTarget ? visualViewport : null
  const { userId, userHash, userExpires } = options.attributes
  const visitor = { user: toVisitor(userId, userHash, userExpires) }
  const channel = createChannel(frame, origin, visitor, onHello, onMessage)
  let theme = 'auto'
  let open = false
  let focusAfterHello = false
  let coveredScreen: VisualViewport | null = null

  function fit(): void {
    coveredScreen = options.full && innerWidth <= phoneWidth ? viewport : null
    const { width, height } = coveredScreen ?? { width: innerWidth, height: innerHeight }
    // A page that zooms its root would enlarge what is measured in pixels of the viewport.
    panel.style.zoom = `${1 / (view.host.currentCSSZoom || 1)}`
    place(panel, coveredScreen)
    cover(open && coveredScreen !== null)
    channel.post({ type: 'viewport', width, height, full: coveredScreen !== null })
  }

  function enter(focus: boolean): void {
    // A frame that is focused while its document loads loses the focus again in Chrome.
    focusAfterHello = focus && !channel.focus()
    channel.post({ type: 'open', focus })
  }

  // A document that has just loaded gets the current state.
  function onHello(): void {
    channel.post({ type: 'theme', theme })
    fit()
    if (open) enter(focusAfterHello)
  }

  function emit(event: string, detail?: unknown): void {
    events.dispatchEvent(new CustomEvent(event, { detail }))
    report(event, detail)
    if (event === 'product:click') rememberClick(options.query.cfg, Object(detail).click)
  }

  function onMessage({ type, scale, width, height, count, name, data }: FrameMessage): void {
    if (type === 'unread') draw({ unread: Number(count) })
    draw({ ready: channel.ready })
    if (type === 'ready') emit(type)
    if (type === 'unread') emit(type, { count: state.unread })
    if (type === 'close') choose(false)
    if (type === 'scale' && open && !coveredScreen) resize(panel, scale, width, height)
    if (type === 'event' && typeof name === 'string') emit(name, data)
  }

  function reset(): void {
    channel.reset()
    draw({ ready: false })
  }

  const cover = createCover(options.id, () => choose(false), until(life))
  // A pinch enlarges what is there: covering the part in view would lay the chat out in ever less room.
  const onChange = (): void => {
    if (!(Number(viewport?.scale) > 1)) fit()
  }
  viewport?.addEventListener('resize', onChange, until(life))
  viewport?.addEventListener('scroll', onChange, until(life))
  fit()

  return {
    receive: channel.receive,
    show(next, focus) {
      open = next
      cover(open && coveredScreen !== null)
      if (open) {
        report('open')
        enter(focus)
      } else channel.post({ type: 'close' })
    },
    identify(user) {
      const { user_id, user_hash, user_expires } = Object(user)
      const next = toVisitor(user_id, user_hash, user_expires)
      // The same one stays. Another one needs a document of their own, so that nothing of the one before stays.
      if (next.user_hash === visitor.user.user_hash) return
      visitor.user = next
      if (!channel.started) return
      reset()
      frame.src = href
    },
    setTheme(next) {
      theme = next
      channel.post({ type: 'theme', theme })
    },
    reset,
    end: () => cover(false),
  }
}
