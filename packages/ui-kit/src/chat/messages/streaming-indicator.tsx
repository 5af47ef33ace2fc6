import classes from './streaming-indicator.module.css'

/** The text of the streaming indicator. */
export interface StreamingIndicatorProps {
  /** Author name. @default 'Assistant' */
  label?: string | undefined
}

/** An answer is on its way. */
export function StreamingIndicator({ label = 'Assistant' }: StreamingIndicatorProps) {
  return (
    <span className={classes['indicator']}>
      {label}
      <span className={classes['dots']} aria-hidden="true">
        <span className={classes['dot']} />
        <span className={classes['dot']} />
        <span className={classes['dot']} />
      </span>
    </span>
  )
}
