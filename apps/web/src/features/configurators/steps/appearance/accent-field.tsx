import { accentShades } from '@org/theme'
import { Button } from '@org/ui-kit'
import { ColorField } from '../../../../shared/forms/color-field.tsx'
import { isColor } from '../../../../shared/forms/is-color.ts'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import { textControl, type StepProps } from '../step-props.ts'
import classes from './appearance.module.css'
import { themeAccents } from '../../../../shared/embedding/theme-accents.ts'

const { appearance: words } = texts

/** The accent colour, typed or picked, with the shades that follow from it. */
export function AccentField({ wrong, ...step }: StepProps & { wrong: boolean }) {
  const { values, onChange } = step
  const accent = isColor(values.accent) ? values.accent.trim().toLowerCase() : null
  return (
    <ColorField
      {...textControl('accent', step)}
      error={wrong && words.accentInvalid}
      placeholder={themeAccents[values.widgetTheme]}
      pickLabel={words.pickAccent}
      fallback={themeAccents[values.widgetTheme]}
    >
      {values.accent !== '' && (
        <Button variant="ghost" size="small" onClick={() => onChange({ accent: '' })}>
          {words.themes}
        </Button>
      )}
      {accent !== null && <Shades accent={accent} />}
    </ColorField>
  )
}

/** The colours that text and controls get in light and in dark, which are always readable. */
function Shades({ accent }: { accent: string }) {
  return (
    <ul className={classes.shades} aria-label={words.shades}>
      {(['light', 'dark'] as const).map((scheme) => {
        const shades = accentShades(accent, scheme)
        return (
          <li key={scheme}>
            <span
              className={classes.shade}
              style={{ background: shades.accent, color: shades.accentContrast }}
              aria-hidden="true"
            >
              {words.sample}
            </span>
            {shades.accent === accent
              ? words.shade(words.schemes[scheme], shades.accent)
              : words.shadeAdjusted(words.schemes[scheme], shades.accent)}
          </li>
        )
      })}
    </ul>
  )
}
