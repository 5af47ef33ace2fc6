import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Props of an empty state. */
export interface EmptyStateProps {
  title: ReactNode
  /** Decoration above the title. */
  icon?: ReactNode
  children?: ReactNode
  /** A way to begin. */
  action?: ReactNode
}

/** Says that there is nothing yet, and how to begin. */
export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action}
    </div>
  )
}
