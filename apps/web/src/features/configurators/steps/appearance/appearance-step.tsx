import { Select, TextArea, TextField } from '@org/ui-kit'
import { appearanceLimits, wrongAppearance } from '../../editor/appearance-form.ts'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import editor from '../../configurators.module.css'
import { textControl, type StepProps } from '../step-props.ts'
import { PictureField } from '../../../../shared/pictures/picture-field.tsx'
import { AccentField } from './accent-field.tsx'
import classes from './appearance.module.css'
import { GreetingFields } from './greeting-fields.tsx'
import { LauncherFields } from './launcher-fields.tsx'

const { fields, appearance: words } = texts

/** The step beside the numbered ones: the brand's own look over the theme. */
export function AppearanceStep(step: StepProps) {
  const { values, onChange } = step
  const wrong = wrongAppearance(values)
  const { minStarters, maxStarters, starter, radius } = appearanceLimits
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{words.brand}</legend>
        <AccentField {...step} wrong={wrong.has('accent')} />
        <div className={editor.pair}>
          <PictureField
            label={fields.logo}
            value={values.logo}
            onValueChange={(logo) => onChange({ logo })}
          />
          <PictureField
            label={fields.avatar}
            value={values.avatar}
            onValueChange={(avatar) => onChange({ avatar })}
          />
        </div>
        <div className={editor.pair}>
          <TextField
            {...textControl('radius', step)}
            error={wrong.has('radius') && texts.budgetInvalid(0, radius)}
            type="number"
            inputMode="numeric"
            min={0}
            max={radius}
          />
          <Select
            label={fields.font}
            value={values.font}
            options={(['theme', 'system', 'host', 'inter', 'newsreader'] as const).map((value) => ({
              value,
              label: words.fonts[value],
            }))}
            onValueChange={(font) => onChange({ font })}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{words.words}</legend>
        <div className={editor.pair}>
          <TextField {...textControl('widgetTitle', step)} placeholder={values.name} maxLength={200} />
          <Select
            label={fields.language}
            description={texts.descriptions.language}
            value={values.language}
            options={(['auto', 'en', 'es', 'ar'] as const).map((value) => ({
              value,
              label: words.languages[value],
            }))}
            onValueChange={(language) => onChange({ language })}
          />
        </div>
        <TextArea {...textControl('welcome', step)} rows={2} maxLength={appearanceLimits.welcome} />
        <TextArea
          {...textControl('starters', step)}
          error={wrong.has('starters') && words.startersInvalid(minStarters, maxStarters, starter)}
          rows={4}
        />
      </fieldset>
      <LauncherFields {...step} />
      <GreetingFields {...step} wrong={wrong} />
    </>
  )
}
