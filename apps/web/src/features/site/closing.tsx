import type { ReactNode } from 'react'
import classes from './site.module.css'

/** The last words of a public page, and where to go from there. */
export function Closing({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.closing}>
      <div>
        <h2>{heading}</h2>
        <p>{text}</p>
      </div>
      <p className={classes.actions}>{children}</p>
    </section>
  )
}
