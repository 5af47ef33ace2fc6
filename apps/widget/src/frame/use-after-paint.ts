import { useEffect, useState } from 'react'

// Time in ms that a closed widget waits for a click that needs the composer at once.
const patienceMs = 500

/**
 * Returns whether later parts may load: once the composer has been painted, or soon when it is closed. Loading them
 * together with the composer would delay it.
 *
 * @param usable true when the composer is visible
 */
export function useAfterPaint(usable: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (settled) return undefined
    const settle = (): void => setSettled(true)
    if (usable) {
      // The frame that draws the box, and then the next task.
      const frame = requestAnimationFrame(() => setTimeout(settle))
      return () => cancelAnimationFrame(frame)
    }
    const timer = setTimeout(settle, patienceMs)
    return () => clearTimeout(timer)
  }, [usable, settled])
  return settled
}
