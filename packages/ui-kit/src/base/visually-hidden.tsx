import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import classes from './visually-hidden.module.css'

/** Text for screen readers alone. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(classes['hidden'], className)} />
}
