import type { ReactNode } from 'react'
import classes from './accounts.module.css'

/** The frame of the account screens: a heading over a card. */
export function AccountScreen({
  title,
  lead,
  notice,
  children,
}: {
  title: string
  /** Stands under the heading. */
  lead?: string
  /** Stands under the card, where it moves nothing when it comes late. */
  notice?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.screen}>
      <header className={classes.heading}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      <div className={classes.card}>{children}</div>
      <div className={classes.notice}>{notice}</div>
    </div>
  )
}
