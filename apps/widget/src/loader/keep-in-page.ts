import { ownBody, ownRoot } from './own-document.ts'

// Without a prototype: a page that extends `Object.prototype` would have other changes observed.
const children = { __proto__: null, childList: true }

/** Additions within a second, more than any application needs. */
const mostAdditions = 20

/**
 * Shows a popover in the body, and again whenever an application replaces the body or its children. It gives way to a page
 * whose own observer removes it each time: both would go on without end, and the page would stand still.
 *
 * @param onAdd called before each time: a frame in the element starts anew
 * @returns removes the element for good
 */
export function keepInPage(element: HTMLElement, onAdd: () => void): () => void {
  const observer = new MutationObserver(add)
  let additions = 0
  let since = 0
  function add(): void {
    if (element.isConnected) return
    const now = performance.now()
    if (now > since + 1000) [since, additions] = [now, 0]
    if (++additions > mostAdditions) {
      observer.disconnect()
      return
    }
    onAdd()
    const body = ownBody()
    // Between two bodies there is none.
    if (!body) return
    body.append(element)
    // The top layer: no style of the page's elements around it moves, clips or covers it. Safari before 17 has no
    // popovers: there `z-index` keeps it above the page.
    element.showPopover?.()
    observer.observe(body, children)
  }
  const root = ownRoot()
  if (root) observer.observe(root, children)
  add()
  return () => {
    observer.disconnect()
    element.remove()
  }
}
