import { useEffect, type RefObject } from 'react'

/**
 * Calls back when a part that is open should close: on a press outside `boundary`, on Escape, and when the focus
 * goes elsewhere. Escape is kept from reaching what lies behind, such as a dialog.
 */
export function useDismiss(
  open: boolean,
  boundary: RefObject<HTMLElement | null>,
  onDismiss: (reason: 'escape' | 'outside') => void,
): void {
  useEffect(() => {
    if (!open) return undefined
    const isOutside = (event: Event): boolean =>
      event.target instanceof Node && boundary.current !== null && !boundary.current.contains(event.target)

    const onPress = (event: Event): void => {
      if (isOutside(event)) onDismiss('outside')
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      onDismiss('escape')
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('focusin', onPress)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('focusin', onPress)
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [open, boundary, onDismiss])
}
