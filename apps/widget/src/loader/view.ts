import { launcherStyles } from './launcher-styles.ts'
import styles from './launcher.css?inline'
import { loaderTexts } from './loader.texts.ts'
import { createElement } from './own-document.ts'
import type { LoaderOptions } from './read-options.ts'

/** State of a widget that its view shows. */
export interface ViewState {
  open: boolean
  /** True once the frame has a button of its own that closes it. */
  ready: boolean
  /** Number of unread answers. */
  unread: number
}

/** Elements of a widget in the page. */
export interface View {
  host: HTMLElement
  root: ShadowRoot
  button: HTMLButtonElement
  /** Contains the frame once it is loaded. */
  panel: HTMLElement
  frame: HTMLIFrameElement
  readonly state: Readonly<ViewState>
  /** Changes the state, and shows it. */
  draw: (change: Partial<ViewState>) => void
}

/**
 * Creates a launcher and a panel, in a closed shadow root that the page's styles and scripts do not reach.
 *
 * @param onApproach called when the launcher has the pointer or the focus: a press may follow
 * @param onToggle called when the launcher is pressed, and for Escape in an open widget
 */
export function createView(
  { theme, label, look, full, hideLauncher, query: { position, lang } }: LoaderOptions,
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
    `button,div{${position.replace('-', ':24px;')}:24px;--paint:${paint};--sign:#fff;--icon:initial;--radius:${radius}px;${look}}div{background:light-dark(${light},${dark})}${styles}`,
  )
  root.adoptedStyleSheets = [sheet]
  host.popover = 'manual'
  panel.role = 'dialog'
  button.setAttribute('aria-controls', (panel.id = 'panel'))
  panel.ariaLabel = button.ariaLabel = title
  button.append(label, badge)
  panel.className = full ? 'full' : ''
  // The button is above the panel: it still closes the panel when the frame does not load.
  root.append(panel, button)
  frame.title = title
  button.addEventListener('click', onToggle)
  button.addEventListener('pointerenter', onApproach)
  button.addEventListener('focus', onApproach)
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !panel.inert) onToggle()
  })

  const state: ViewState = { open: false, ready: false, unread: 0 }
  function draw(change: Partial<ViewState>): void {
    const { open, ready, unread } = Object.assign(state, change)
    panel.inert = !open
    button.ariaExpanded = `${open}`
    button.inert = hideLauncher || (open && ready)
    badge.textContent = unread ? `${unread} ${unreadLabel}` : ''
  }

  draw(state)
  return { host, root, button, panel, frame, state, draw }
}
