import { useEffect, useEffectEvent } from 'react'

/** Actions of the keys of the review, by key. */
export type ReviewKeys = Readonly<Record<'j' | 'k' | 'a' | 'e' | 'g' | 'b' | '?', () => void>>

/** Handles single keys of the page. They are typed where the focus is in a field, and left to an open dialog. */
export function useReviewKeys(actions: ReviewKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return
    if (document.querySelector('dialog:modal') !== null) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
    const act = new Map<string, () => void>(Object.entries(actions)).get(key.toLowerCase())
    if (act === undefined) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
