import type { HeaderProps, Look } from '../looks.ts'
import classes from './aurora.module.css'

function Header({ title, logo, actions }: HeaderProps) {
  return (
    <header className={classes.header} data-widget-header="">
      {logo ?? <span className={classes.orb} aria-hidden="true" />}
      <h1 className={classes.title}>{title}</h1>
      {actions}
    </header>
  )
}

/** Northern lights behind panes of glass. */
export const look: Look = { name: 'aurora', className: classes.look ?? '', Header }
