import { ownRoot, toggleSheet } from '../loader/own-document.ts'

/**
 * Takes a phone's screen for a widget, or gives it back. Meanwhile the page behind does not scroll, and the browser's
 * back button closes the widget: an entry of the history with the page's own state and address stands for it. Giving
 * the screen back removes that entry unless the page has moved on, and leaves the page's styles and scroll position
 * as they were.
 *
 * @param id of the widget
 * @param onBack called by the back button
 * @param life ends it
 */
export function createCover(
  id: string,
  onBack: () => void,
  life: AddEventListenerOptions,
): (covers: boolean) => void {
  const lock = new CSSStyleSheet()
  let isCovering = false
  let left = 0
  let top = 0
  // `history.back()` takes effect later.
  let isLeaving = false

  const isOurs = (): boolean => pageState()['orgChat'] === id

  function enter(): void {
    // After a reload the entry is there already.
    if (isLeaving || isOurs()) return
    history.pushState({ ...pageState(), orgChat: id }, '')
  }

  addEventListener(
    'popstate',
    () => {
      const wasLeaving = isLeaving
      isLeaving = false
      if (!isCovering || isOurs()) return
      if (wasLeaving) enter()
      else onBack()
    },
    life,
  )

  return (covers) => {
    if (covers === isCovering) return
    isCovering = covers
    if (covers) {
      const root = ownRoot()
      // The body's overflow is the viewport's only where the root has none of its own.
      const isRootToo = root && getComputedStyle(root).overflowY !== 'visible'
      lock.replaceSync(`${isRootToo ? ':root,' : ''}body{overflow:hidden!important}`)
      left = scrollX
      top = scrollY
      toggleSheet(lock, true)
      enter()
    } else {
      toggleSheet(lock, false)
      // An on-screen keyboard scrolls even a locked page.
      scrollTo({ left, top, behavior: 'instant' })
      if (isOurs()) {
        isLeaving = true
        history.back()
      }
    }
  }
}

/** The page's own state of the entry, which is anything that can be cloned. */
function pageState(): Readonly<Record<string, unknown>> {
  return { ...history.state }
}
