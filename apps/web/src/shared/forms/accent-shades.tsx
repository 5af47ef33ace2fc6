import { accentShades } from '@org/theme'
import classes from './forms.module.css'
import { isColor } from './is-color.ts'

/** The texts of {@link AccentShades}. */
export interface AccentShadesTexts {
  /** Accessible name of the list. */
  shades: string
  /** Text that shows how a shade reads, such as `Aa`. */
  sample: string
  schemes: { light: string; dark: string }
  /** Names a shade that is the colour itself. */
  shade: (scheme: string, color: string) => string
  /** Names a shade that differs from the colour, and the reason. */
  shadeAdjusted: (scheme: string, color: string) => string
}

/**
 * The colours that text and controls get in light and in dark from an accent colour, and why one differs from it. Nothing
 * while the text is no colour.
 */
export function AccentShades({ accent: typed, texts }: { accent: string; texts: AccentShadesTexts }) {
  if (!isColor(typed)) return null
  const accent = typed.trim().toLowerCase()
  return (
    <ul className={classes.shades} aria-label={texts.shades}>
      {(['light', 'dark'] as const).map((scheme) => {
        const shades = accentShades(accent, scheme)
        const name = shades.accent === accent ? texts.shade : texts.shadeAdjusted
        return (
          <li key={scheme}>
            <span
              className={classes.shade}
              style={{ background: shades.accent, color: shades.accentContrast }}
              aria-hidden="true"
            >
              {texts.sample}
            </span>
            {name(texts.schemes[scheme], shades.accent)}
          </li>
        )
      })}
    </ul>
  )
}
