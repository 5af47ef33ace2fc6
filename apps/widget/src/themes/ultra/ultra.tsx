import { Sparkles } from 'lucide-react'
import type { HeaderProps, Look } from '../looks.ts'
import classes from './ultra.module.css'

function Header({ title, logo, actions }: HeaderProps) {
  return (
    <header className={classes.header} data-widget-header="">
      {logo ?? (
        <span className={classes.mark} aria-hidden="true">
          <Sparkles />
        </span>
      )}
      <h1 className={classes.title}>{title}</h1>
      {actions}
    </header>
  )
}

/** A bar of deep green, answers in bubbles: clear at a glance. */
export const look: Look = { name: 'ultra', className: classes.look ?? '', Header }
