import { Illustration } from './illustration.tsx'
import type { DrawingName } from './illustration.tsx'
import classes from './site.module.css'

/** A feature beside its drawing. */
export interface Feature {
  drawing: DrawingName
  heading: string
  text: string
  points?: readonly string[]
}

/** Features in rows, the drawing on alternating sides. */
export function FeatureRows({ features }: { features: readonly Feature[] }) {
  return features.map(({ drawing, heading, text, points = [] }) => (
    <section key={heading} className={classes.row}>
      <Illustration name={drawing} />
      <div>
        <h2>{heading}</h2>
        <p>{text}</p>
        {points.length > 0 && (
          <ul className={classes.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  ))
}
