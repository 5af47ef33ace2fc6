import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import classes from './alert.module.css'

/** Tone of an alert. */
export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

/** A box with news. */
export interface AlertProps {
  /** @default 'info' */
  tone?: AlertTone | undefined
  title?: ReactNode
  children?: ReactNode
  /** Stands at the end: a way to act on the news. */
  action?: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: TriangleAlert }

/** A box with news. Danger and warning interrupt a screen reader (`role="alert"`), the others wait their turn (`role="status"`). */
export function Alert({ tone = 'info', title, children, action }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div
      className={classNames(classes['alert'], classes[tone])}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className={classes['body']}>
        {title !== undefined && <p className={classes['title']}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
