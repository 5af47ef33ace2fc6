import { Button } from '@org/ui-kit'
import { AccentShades } from '../../../../shared/forms/accent-shades.tsx'
import { ColorField } from '../../../../shared/forms/color-field.tsx'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import { textControl, type StepProps } from '../step-props.ts'
import { themeAccents } from '../../../../shared/embedding/theme-accents.ts'

const { appearance: words } = texts

/** The accent colour, typed or picked, with the shades that follow from it. */
export function AccentField({ wrong, ...step }: StepProps & { wrong: boolean }) {
  const { values, onChange } = step
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
      <AccentShades accent={values.accent} texts={words} />
    </ColorField>
  )
}
