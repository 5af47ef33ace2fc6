import { useEffect, useState } from 'react'

// As long as this a closed widget waits for a click that wants the box at once.
const patienceMs = 500

/**
 * Whether what comes after the box may load: once the box has been drawn, or soon when nobody waits for it. Loading it
 * with the box would hold the box up.
 *
 * @param usable whether the box is in view
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
