import { Leaf } from 'lucide-react'
import type { HeaderProps, Look } from '../looks.ts'
import classes from './ivory.module.css'

function Header({ title, logo, actions }: HeaderProps) {
  return (
    <header className={classes.header} data-widget-header="">
      {logo ?? <Leaf className={classes.sprig} aria-hidden="true" />}
      <div className={classes.tools}>{actions}</div>
      <h1 className={classes.title}>{title}</h1>
    </header>
  )
}

/** Warm paper and a book’s letters, like an apothecary’s label. */
export const look: Look = { name: 'ivory', className: classes.look ?? '', Header }
