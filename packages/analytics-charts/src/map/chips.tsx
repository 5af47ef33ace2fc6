import { useId } from 'react'
import type { ReactNode } from 'react'
import classes from './geo-map.module.css'

/** A row of chips under its title. */
export function Chips({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes['chips']}>
      <span id={id} className={classes['chipsTitle']}>
        {title}
      </span>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

/** One place that the map can fly to, with its count. */
export function Chip({
  name,
  count,
  onPress,
  onLeave,
}: {
  name: string
  count: string
  onPress: () => void
  onLeave?: () => void
}) {
  return (
    <li>
      <button type="button" className={classes['chip']} onClick={onPress} onBlur={onLeave}>
        {name} <strong>{count}</strong>
      </button>
    </li>
  )
}
