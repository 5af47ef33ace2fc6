import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import classes from './icon-button.module.css'

/** A native button's attributes with an icon for content and a label in its place. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The button's name, also shown as its tooltip. */
  label: string
  icon: ReactNode
  /** @default 'ghost' */
  variant?: 'ghost' | 'solid' | 'outline' | 'danger' | undefined
  /** @default 'medium' */
  size?: 'small' | 'medium' | undefined
}

/** A button that is only an icon to the eye, and has a name for everyone else. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'medium',
  className,
  type = 'button',
  title = label,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      title={title}
      aria-label={label}
      className={classNames(classes['button'], classes[variant], classes[size], className)}
    >
      {icon}
    </button>
  )
}
