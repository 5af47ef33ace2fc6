/** Selectors that are observed in every frame of the page. */
export interface Probe {
  launcher: string | undefined
  input: string | undefined
}

/** Moments of a visit, in milliseconds since the epoch. */
export type Moment = 'start' | 'launcher' | 'box' | 'click' | 'focus'

declare global {
  interface Window {
    widgetBench: {
      /** The tag comes next. */
      start: () => void
      /** Violations of the page's content security policy so far. */
      violations: string[]
      /** The element that has the focus, in whatever shadow tree; none while another frame has it. */
      active: () => Element | null
      /** The first element of a selector that is in view, in whatever shadow tree. */
      find: (selector: string) => Element | null
    }
    /** Number of long tasks in the frame so far. */
    widgetLongTasks: number
    tellMoment: (moment: Moment, time: number) => Promise<void>
  }
}

/**
 * Runs in each frame before its own scripts, and reports by `tellMoment` when, at a frame's drawing, the launcher and the
 * box are first in view, and when the box first has the focus. Closed shadow trees are opened to be looked into.
 */
export function probe({ launcher, input }: Probe): void {
  const told = new Set<Moment>()
  const violations: string[] = []
  const tell = (moment: Moment, time = performance.now()): void => {
    if (told.has(moment)) return
    told.add(moment)
    void window.tellMoment(moment, performance.timeOrigin + time)
  }
  // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function attachOpen(options) {
    return attach.call(this, { ...options, mode: 'open' })
  }
  const isSeen = (element: Element): boolean => {
    const { width, height, top, right, bottom, left } = element.getBoundingClientRect()
    return (
      width > 0 &&
      height > 0 &&
      bottom > 0 &&
      right > 0 &&
      top < innerHeight &&
      left < innerWidth &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const search = (root: ParentNode, selector: string): Element | null => {
    const found = [...root.querySelectorAll(selector)].find(isSeen)
    if (found !== undefined) return found
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inner = shadowRoot === null ? null : search(shadowRoot, selector)
      if (inner !== null) return inner
    }
    return null
  }
  const active = (): Element | null => {
    let element = document.hasFocus() ? document.activeElement : null
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element
  }
  const look = (): void => {
    if (launcher !== undefined && !told.has('launcher') && search(document, launcher)) tell('launcher')
    if (input !== undefined && !told.has('box') && search(document, input)) tell('box')
    if (input !== undefined && active()?.matches(input)) tell('focus')
    requestAnimationFrame(look)
  }
  window.widgetBench = {
    start: () => tell('start'),
    violations,
    active,
    find: (selector) => search(document, selector),
  }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    violations.push(`${effectiveDirective} ${blockedURI}`)
  })
  addEventListener('click', ({ timeStamp }) => tell('click', timeStamp), true)
  requestAnimationFrame(look)
}

/** Runs in each frame before its own scripts, and counts its long tasks. */
export function watchLongTasks(): void {
  window.widgetLongTasks = 0
  new PerformanceObserver((list) => {
    window.widgetLongTasks += list.getEntries().length
  }).observe({ type: 'longtask', buffered: true })
}
