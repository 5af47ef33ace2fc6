import { ownBody, ownRoot } from './own-document.ts'

/**
 * Shows a popover in the body, and again whenever an application replaces the body or its children.
 *
 * @param onAdd called before each time: a frame in the element starts anew
 * @returns removes the element for good
 */
export function keepInPage(element: HTMLElement, onAdd: () => void): () => void {
  const observer = new MutationObserver(add)
  function add(): void {
    if (element.isConnected) return
    onAdd()
    const body = ownBody()
    // Between two bodies there is none.
    if (!body) return
    body.append(element)
    // The top layer: no style of the page's elements around it moves, clips or covers it. Safari before 17 has no
    // popovers: there `z-index` keeps it above the page.
    element.showPopover?.()
    observer.observe(body, { childList: true })
  }
  const root = ownRoot()
  if (root) observer.observe(root, { childList: true })
  add()
  return () => {
    observer.disconnect()
    element.remove()
  }
}
