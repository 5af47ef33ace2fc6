import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Spinner } from './spinner.tsx'
import classes from './status-line.module.css'

/** One line on how something stands. */
export interface StatusLineProps {
  /** `busy` has a spinner, `error` is red with a '!'. @default 'info' */
  tone?: 'info' | 'busy' | 'success' | 'error' | undefined
  /** Nothing to say when absent: the line stays in the page, empty, so that the next text is announced. */
  children?: ReactNode
  className?: string | undefined
}

/** The status or error line of a form or a chat. Errors interrupt (`role="alert"`), the rest waits (`role="status"`). */
export function StatusLine({ tone = 'info', children, className }: StatusLineProps) {
  const said = children !== undefined && children !== null && children !== false && children !== ''
  const failed = said && tone === 'error'
  const text = said && (
    <>
      {tone === 'busy' && <Spinner />}
      {tone === 'error' && (
        <span className={classes['mark']} aria-hidden="true">
          !
        </span>
      )}
      <span>{children}</span>
    </>
  )
  return (
    <div className={classNames(classes['slot'], className)}>
      <output className={classNames(classes['line'], classes[tone])}>{!failed && text}</output>
      <div role="alert" className={classNames(classes['line'], classes['error'])}>
        {failed && text}
      </div>
    </div>
  )
}
