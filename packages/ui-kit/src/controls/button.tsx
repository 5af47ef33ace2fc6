import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Spinner } from '../states/spinner.tsx'
import classes from './button.module.css'

/** Prominence of a button. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

/** Size of a button. With a coarse pointer both are at least 44 px high. */
export type ButtonSize = 'small' | 'medium'

/** Props that decide a button's look. */
export interface ButtonLook {
  /** @default 'secondary' */
  variant?: ButtonVariant | undefined
  /** @default 'medium' */
  size?: ButtonSize | undefined
  /** True to fill the line. @default false */
  wide?: boolean | undefined
}

/** A native button's attributes and its look. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and lets no press through, while focus and name stay. @default false */
  busy?: boolean | undefined
  /** Stands before the text; decoration only. */
  icon?: ReactNode
}

/** The class of a button, for a link that should look like one. */
export function buttonClassName({
  variant = 'secondary',
  size = 'medium',
  wide = false,
}: ButtonLook = {}): string {
  return classNames(classes['button'], classes[variant], classes[size], wide && classes['wide'])
}

/** A button. Its type is `button` unless told otherwise, so that none sends a form by accident. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  icon,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClassName(look), className)}
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      onClick={(event) => {
        // Not `disabled`: a button that is busy must not lose the focus.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
