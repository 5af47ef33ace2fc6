import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './top-down.module.css'

/**
 * Parts of a page that load on their own and are first shown from the top: content behind a loading `Skeleton` stays
 * hidden, so that nothing visible moves when a list above arrives. The order applies until all parts have loaded once,
 * and for 5 s at most.
 */
export function TopDown({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [isLoading, setIsLoading] = useState(true)
  useEffect(() => {
    const container = containerRef.current
    if (container === null || !isLoading) return undefined
    const settle = () => {
      if (container.querySelector('[data-loading]') === null) setIsLoading(false)
    }
    const observer = new MutationObserver(settle)
    observer.observe(container, { childList: true, subtree: true })
    settle()
    return () => {
      observer.disconnect()
    }
  }, [isLoading])
  return (
    <div
      ref={containerRef}
      className={[classes.topDown, className].join(' ')}
      data-first-load={isLoading || undefined}
    >
      {children}
    </div>
  )
}
