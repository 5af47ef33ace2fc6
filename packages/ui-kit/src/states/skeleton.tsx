import { VisuallyHidden } from '../base/visually-hidden.tsx'
import classes from './skeleton.module.css'

/** Lines that hold the place of what is loading. */
export interface SkeletonProps {
  /** Number of lines. @default 3 */
  lines?: number | undefined
  /** Accessible label of the loading content. Without it the skeleton is decorative. */
  label?: string | undefined
}

/** Holds the place of what is loading, so that nothing jumps when it is there. */
export function Skeleton({ lines = 3, label }: SkeletonProps) {
  return (
    <div className={classes['skeleton']} role={label === undefined ? undefined : 'status'} data-loading="">
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className={classes['line']} />
      ))}
    </div>
  )
}
