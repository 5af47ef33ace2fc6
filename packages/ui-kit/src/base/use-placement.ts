import { useLayoutEffect, type RefObject } from 'react'

/** Side of a popover relative to its anchor. */
export type PopoverSide = 'top' | 'bottom'

const margin = 8

/**
 * Keeps an open popover inside the window: on the preferred side of its anchor unless the other one has more room,
 * no taller than that room, and pushed along the line until both of its edges are visible. Writes `data-side`
 * and the custom properties `--popover-room` and `--popover-shift` on the popover.
 */
export function usePlacement(
  anchorRef: RefObject<HTMLElement | null>,
  popoverRef: RefObject<HTMLElement | null>,
  preferred: PopoverSide,
): void {
  useLayoutEffect(() => {
    const update = (): void => {
      if (anchorRef.current !== null && popoverRef.current !== null) {
        place(popoverRef.current, anchorRef.current.getBoundingClientRect(), preferred)
      }
    }
    update()
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('resize', update)
    }
  }, [anchorRef, popoverRef, preferred])
}

function place(popover: HTMLElement, anchor: DOMRect, preferred: PopoverSide): void {
  const { clientHeight, clientWidth } = document.documentElement
  const room = { top: anchor.top - margin * 2, bottom: clientHeight - anchor.bottom - margin * 2 }
  const other = preferred === 'top' ? 'bottom' : 'top'
  const side = popover.scrollHeight > room[preferred] && room[other] > room[preferred] ? other : preferred
  popover.dataset['side'] = side
  popover.style.setProperty('--popover-room', `${Math.max(room[side], 0)}px`)
  popover.style.setProperty('--popover-shift', '0px')
  const { left, right } = popover.getBoundingClientRect()
  const shift = Math.max(margin - left, 0) || Math.min(clientWidth - margin - right, 0)
  popover.style.setProperty('--popover-shift', `${shift}px`)
}
