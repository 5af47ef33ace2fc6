import { useEffect, useState } from 'react'

/** Waits of 10 s: longer than code takes on a slow connection, short enough for somebody who watches an empty place. */
const lateMs = 10_000

/**
 * Returns true once something has been awaited for 10 s, so that the page can offer a way out. Nothing is given up: what
 * arrives later is shown as usual.
 *
 * @param waiting false starts anew with the next wait. @default true
 */
export function useIsLate(waiting = true): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return waiting && isLate
}
