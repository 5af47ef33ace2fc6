import { useEffect, type RefObject } from 'react'

/**
 * Moves the focus to a control of `containerRef` that stays, when the element of it that has the focus is removed: a
 * deleted entry takes its buttons along, and the browser would leave the keyboard at the start of the page.
 *
 * @param fallback finds that control, or an element that can take the focus
 */
export function useFocusFallback(
  containerRef: RefObject<HTMLElement | null>,
  fallback: (container: HTMLElement) => HTMLElement | null,
): void {
  useEffect(() => {
    const container = containerRef.current
    if (container === null) return undefined
    const { ownerDocument } = container
    let focused: EventTarget | null = null
    const note = ({ target }: FocusEvent): void => {
      focused = target
    }
    const leave = (): void => {
      // Chromium sends `focusout` just before it removes an element, other browsers do not.
      queueMicrotask(() => {
        if (focused instanceof Node && focused.isConnected && focused !== ownerDocument.activeElement)
          focused = null
      })
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Node) || focused.isConnected) return
      focused = null
      if (ownerDocument.activeElement === ownerDocument.body) fallback(container)?.focus()
    })
    container.addEventListener('focusin', note)
    container.addEventListener('focusout', leave)
    observer.observe(container, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      container.removeEventListener('focusin', note)
      container.removeEventListener('focusout', leave)
    }
  }, [containerRef, fallback])
}
