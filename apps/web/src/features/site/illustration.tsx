import drawings from './drawings.svg'
import classes from './site.module.css'

/** The drawings of `drawings.svg`, by their ids, with the size of their view boxes. */
const sizes = {
  plate: [440, 520],
  sources: [320, 200],
  pill: [320, 200],
  authors: [320, 200],
  screen: [320, 200],
  embed: [320, 200],
  insight: [320, 200],
  letter: [320, 240],
} as const

/** The name of a drawing. */
export type DrawingName = keyof typeof sizes

/**
 * One of the site's drawings: botanical plates with numbered call-outs, as citations are. They stand in one file
 * beside the script, and take their colours from the theme. Decorative: the text beside them has the same content.
 */
export function Illustration({ name, className }: { name: DrawingName; className?: string | undefined }) {
  const [width, height] = sizes[name]
  return (
    <svg
      className={`${classes.drawing} ${className ?? ''}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
