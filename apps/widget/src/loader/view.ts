import { launcherStyles } from './launcher-styles.ts'
import styles from './launcher.css?inline'
import { loaderTexts } from './loader.texts.ts'
import { createElement } from './own-document.ts'
import type { LoaderOptions } from './read-options.ts'

/** Width in px up to which a viewport is a phone's. */
export const phoneWidth = 600

/** Elements of a widget in the page. */
export interface View {
  host: HTMLElement
  root: ShadowRoot
  button: HTMLButtonElement
  /** Contains the frame once it is loaded. */
  panel: HTMLElement
  frame: HTMLIFrameElement
  /**
   * Shows the state of the widget.
   *
   * @param ready true when the frame has a button of its own that closes it
   * @param unread number of unread answers
   */
  draw: (open: boolean, ready: boolean, unread: number) => void
}

/**
 * Creates a launcher and a panel, in a closed shadow root that the page's styles and scripts do not reach.
 *
 * @param onApproach called when the launcher has the pointer or the focus: a press may follow
 * @param onToggle called when the launcher is pressed, and for Escape in an open widget
 */
export function createView(
  { theme, label, look, hideLauncher, query: { position, lang } }: LoaderOptions,
  onApproach: () => void,
  onToggle: () => void,
): View {
  const { title: ownTitle, unread: unreadLabel } = loaderTexts(lang)
  const title = label || ownTitle
  const host = createElement('org-chat')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  const button = createElement('button')
  const badge = createElement('output')
  const panel = createElement('div')
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Our own document, of another origin than the page's.
  const frame = createElement('iframe')
  const [paint, radius, light, dark] = launcherStyles[theme]
  // The panel has the colours of the widget before the frame has loaded.
  sheet.replaceSync(
    // Not on the host, whose own styles and inherited custom properties are the page's.
    `button,div{--paint:${paint};--sign:#fff;--icon:initial;--radius:${radius}px;${look}}div{background:light-dark(${light},${dark})}${styles}`,
  )
  root.adoptedStyleSheets = [sheet]
  host.popover = 'manual'
  panel.role = 'dialog'
  button.setAttribute('aria-controls', (panel.id = 'panel'))
  panel.ariaLabel = button.ariaLabel = title
  button.append(label, badge)
  moveToCorner(button, position)
  // Initial size, until the frame reports its own.
  resize(panel, 1, 520, 560)
  // The button is above the panel: it still closes the panel when the frame does not load.
  root.append(panel, button)
  frame.title = title
  button.addEventListener('click', onToggle)
  button.addEventListener('pointerenter', onApproach)
  button.addEventListener('focus', onApproach)
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !panel.inert) onToggle()
  })

  return {
    host,
    root,
    button,
    panel,
    frame,
    draw(open, ready, unread) {
      panel.inert = !open
      button.ariaExpanded = `${open}`
      button.inert = hideLauncher || (open && ready)
      badge.textContent = unread ? `${unread} ${unreadLabel}` : ''
    },
  }
}

/** Fixes an element 24 px from its corner (specification 2, section 9). */
function moveToCorner({ style }: HTMLElement, position: string): void {
  for (const edge of position.split('-')) style.setProperty(edge, '24px')
}

/** Sets the size of the panel in pixels, and the scale of its content: values of the frame, unchecked. */
export function resize({ style }: HTMLElement, scale: unknown, width: unknown, height: unknown): void {
  style.width = `${Number(width)}px`
  style.height = `${Number(height)}px`
  style.setProperty('--scale', `${Number(scale)}`)
}

/** Covers a phone's screen with the panel; without a screen, moves it to its corner. */
export function place(panel: HTMLElement, position: string, screen: VisualViewport | null): void {
  const { style } = panel
  // Clear of the notch and of the bar at the lower edge, which an on-screen keyboard covers.
  style.padding = screen
    ? `env(safe-area-inset-top) env(safe-area-inset-right) max(0px, env(safe-area-inset-bottom) - ${innerHeight - screen.height}px) env(safe-area-inset-left)`
    : ''
  style.inset = screen ? `${screen.offsetTop}px auto auto ${screen.offsetLeft}px` : ''
  panel.ariaModal = `${screen !== null}`
  if (screen) resize(panel, 0, screen.width, screen.height)
  else moveToCorner(panel, position)
}
