import { TextField } from '@org/ui-kit'
import { type AppearanceField, appearanceLimits } from '../../editor/appearance-form.ts'
import { configuratorsTexts as texts } from '../../configurators.texts.ts'
import editor from '../../configurators.module.css'
import { textControl, type StepProps } from '../step-props.ts'
import classes from './appearance.module.css'

const { appearance: words } = texts

/** The note beside the launcher, and when it is shown. */
export function GreetingFields({ wrong, ...step }: StepProps & { wrong: ReadonlySet<AppearanceField> }) {
  const { greetingSeconds, greetingPath, greeting } = appearanceLimits
  return (
    <fieldset className={classes.group}>
      <legend>{words.greeting}</legend>
      <TextField {...textControl('greeting', step)} maxLength={greeting} />
      <div className={editor.pair}>
        <TextField
          {...textControl('greetingSeconds', step)}
          error={wrong.has('greetingSeconds') && texts.budgetInvalid(0, greetingSeconds)}
          type="number"
          inputMode="numeric"
          min={0}
          max={greetingSeconds}
        />
        <TextField
          {...textControl('greetingPath', step)}
          error={wrong.has('greetingPath') && words.pathInvalid}
          dir="ltr"
          maxLength={greetingPath}
          spellCheck={false}
        />
      </div>
    </fieldset>
  )
}
