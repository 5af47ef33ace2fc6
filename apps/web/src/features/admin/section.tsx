import type { ReactNode } from 'react'
import classes from './admin.module.css'

/** A part of the page that can be folded away. Open at first. */
export function Section({
  title,
  open = true,
  onOpen,
  children,
}: {
  title: string
  open?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  return (
    <details
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
