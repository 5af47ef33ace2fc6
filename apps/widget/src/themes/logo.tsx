import type { ReactNode } from 'react'
import classes from './logo.module.css'

/** A brand's logo in a header, in place of the theme's sign. Decorative: the title beside it names the brand. */
export function Logo({ src, children }: { src: string | null; children?: ReactNode }) {
  return src === null ? children : <img className={classes.logo} src={src} alt="" />
}
