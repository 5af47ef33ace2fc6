import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names.ts'
import classes from './text-link.module.css'

/** A native link's attributes. */
export interface TextLinkProps extends ComponentProps<'a'> {
  /** Opens in a new tab, without handing over the opener. @default false */
  external?: boolean | undefined
}

/** The class of a link in text, for a router's own link component. */
export function linkClassName(): string {
  return classNames(classes['link'])
}

/** A link in text. */
export function TextLink({ external = false, className, children, ...rest }: TextLinkProps) {
  return (
    <a
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      {...rest}
      className={classNames(classes['link'], className)}
    >
      {children}
    </a>
  )
}
