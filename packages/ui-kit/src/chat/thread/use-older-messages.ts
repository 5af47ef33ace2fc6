import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Distance to the upper edge, in pixels, at which older messages are loaded. */
const ahead = 600

/**
 * Asks for older messages when a reader scrolls up towards the first one. A thread that has just opened, and one
 * that is too short to scroll, ask for nothing.
 *
 * @param onNear undefined when there are none, or while they are on their way
 */
export function useOlderMessages(
  scrollRef: RefObject<HTMLElement | null>,
  onNear: (() => void) | undefined,
): void {
  const near = useEffectEvent(() => {
    onNear?.()
  })

  useEffect(() => {
    const scroll = scrollRef.current
    if (scroll === null) return undefined
    let lastTop = scroll.scrollTop
    const onScroll = (): void => {
      const { scrollTop } = scroll
      const isUp = scrollTop < lastTop
      lastTop = scrollTop
      if (isUp && scrollTop < ahead) near()
    }
    scroll.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      scroll.removeEventListener('scroll', onScroll)
    }
  }, [scrollRef])
}
