import { useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useFocusFallback } from '../../shared/use-focus-fallback.ts'
import classes from './admin.module.css'

/** A part of the page that can be folded away. Open at first. */
export function Section({
  id,
  title,
  open = true,
  onOpen,
  children,
}: {
  /** Fragment of the address that leads to the section. */
  id?: string
  title: string
  open?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  const sectionRef = useRef<HTMLDetailsElement>(null)
  useFocusFallback(sectionRef, summaryOf)
  const { hash } = useLocation()
  // Back, Forward and a reload lead to the position that was left.
  const isReturn = useNavigationType() === NavigationType.Pop
  const isTarget = id !== undefined && hash === `#${id}` && !isReturn
  useEffect(() => {
    // Sections mount after their data has arrived, later than the page that scrolls to the fragment of its address.
    if (isTarget) sectionRef.current?.scrollIntoView()
  }, [isTarget])
  return (
    <details
      id={id}
      ref={sectionRef}
      className={classes.section}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.()
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  )
}

function summaryOf(section: HTMLElement): HTMLElement | null {
  return section.querySelector('summary')
}
