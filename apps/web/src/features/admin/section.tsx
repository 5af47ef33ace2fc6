import { useRef, type ReactNode } from 'react'
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
