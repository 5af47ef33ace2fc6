import { VisuallyHidden } from '../base/visually-hidden.tsx'
import classes from './spinner.module.css'

/** A spinner's only choice. */
export interface SpinnerProps {
  /** Accessible label. Without it the spinner is decorative, beside a visible text. */
  label?: string | undefined
}

/** Something is under way. With reduced motion it pulses instead of turning. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <>
      <span className={classes['spinner']} aria-hidden="true" />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  )
}
