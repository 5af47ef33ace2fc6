import { useEffect, type RefObject } from 'react'

/**
 * Sets the height of the text area's parent to that of the text area, and marks the parent with `data-fixed`: the style
 * sheet then contains it, so that a key which adds no line has nothing outside of the message box laid out. A text that
 * is taller than the style sheet lets the parent be is left to the style sheet, which scrolls it. Does nothing without
 * `ResizeObserver`.
 */
export function useFixedHeight(textRef: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const text = textRef.current
    const parent = text?.parentElement
    if (!text || !parent || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height === undefined) return
      // Rounded up: a part of a pixel less would show a scrollbar.
      parent.style.blockSize = `${Math.ceil(height)}px`
      parent.dataset['fixed'] = ''
      if (parent.scrollHeight <= parent.clientHeight) return
      // Chromium keeps the lines of a contained text area as they were before the scrollbar took its width.
      parent.style.blockSize = ''
      delete parent.dataset['fixed']
    })
    observer.observe(text, { box: 'border-box' })
    return () => {
      observer.disconnect()
    }
  }, [textRef])
}
