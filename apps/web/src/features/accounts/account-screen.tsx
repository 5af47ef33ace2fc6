import type { ReactNode } from 'react'
import classes from './accounts.module.css'

/** The frame of the account screens: a heading over a card, and what the site offers beside it. */
export function AccountScreen({
  title,
  lead,
  refusal,
  notice,
  aside,
  children,
}: {
  title: string
  /** Stands under the heading. */
  lead?: string
  /** Stands over the card: why the person is here. */
  refusal?: ReactNode
  /** Stands under the card, where it moves nothing when it comes late. */
  notice?: ReactNode
  /** Stands beside the card, and under it on a narrow screen. */
  aside?: ReactNode
  children: ReactNode
}) {
  const screen = (
    <div className={classes.screen}>
      <header className={classes.heading}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      {refusal}
      <div className={classes.card}>{children}</div>
      <div className={classes.notice}>{notice}</div>
    </div>
  )
  if (aside === undefined) return screen
  return (
    <div className={classes.beside}>
      {screen}
      <aside>{aside}</aside>
    </div>
  )
}
