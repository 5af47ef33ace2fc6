import type { HeaderProps, Look } from '../looks.ts'
import classes from './modern.module.css'

function Header({ title, logo, actions }: HeaderProps) {
  return (
    <header className={classes.header} data-widget-header="">
      {logo}
      <h1 className={classes.title}>{title}</h1>
      {actions}
    </header>
  )
}

/** Black, white and one blue; rules in place of boxes. */
export const look: Look = { name: 'modern', className: classes.look ?? '', Header }
