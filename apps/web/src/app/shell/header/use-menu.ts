import { useDismiss } from '@org/ui-kit'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'

/** The width above which the menu is a row and no dropdown (specification 1 section 9). */
const menuMaxWidth = 900

/** A hamburger menu: the state, and what its button and its panel take. */
export interface Menu {
  open: boolean
  /** For the element that holds button and panel: a press outside of it closes. */
  rootRef: RefObject<HTMLDivElement | null>
  buttonRef: RefObject<HTMLButtonElement | null>
  panelRef: RefObject<HTMLElement | null>
  panelId: string
  onButtonClick: (event: MouseEvent) => void
  /** For the panel: a click on any link or button inside closes. */
  onPanelClick: (event: MouseEvent) => void
}

/**
 * The hamburger menu's rules (specification 1 section 2): it closes on an outside click, on Escape, when the
 * window becomes wider than 900 px and on a click on any link or button inside.
 */
export function useMenu(): Menu {
  const [open, setOpen] = useState(false)
  const rootRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const panelId = useId()
  const openedByKeyboard = useRef(false)

  const dismiss = useCallback((reason: 'escape' | 'outside') => {
    setOpen(false)
    if (reason === 'escape') buttonRef.current?.focus()
  }, [])
  useDismiss(open, rootRef, dismiss)

  useEffect(() => {
    if (!open) return undefined
    // The panel stands before its button in the page's order.
    if (openedByKeyboard.current) panelRef.current?.querySelector<HTMLElement>('a, button')?.focus()
    const onResize = () => {
      if (window.innerWidth > menuMaxWidth) setOpen(false)
    }
    window.addEventListener('resize', onResize)
    return () => {
      window.removeEventListener('resize', onResize)
    }
  }, [open])

  return {
    open,
    rootRef,
    buttonRef,
    panelId,
    panelRef,
    onButtonClick: (event) => {
      openedByKeyboard.current = event.detail === 0
      setOpen((wasOpen) => !wasOpen)
    },
    onPanelClick: (event) => {
      if (event.target instanceof Element && event.target.closest('a, button') !== null) setOpen(false)
    },
  }
}
