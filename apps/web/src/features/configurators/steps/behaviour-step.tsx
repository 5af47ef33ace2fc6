import { Checkbox, TextArea, TextField } from '@org/ui-kit'
import { budgets, readBudget, readTemperature } from '../editor/configurator-form.ts'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { textControl, type StepProps } from './step-props.ts'

const { fields } = texts

/** Step 4: how a widget behaves, and where it does not follow the master settings. */
export function BehaviourStep(step: StepProps) {
  const { values, onChange } = step
  return (
    <>
      <div className={classes.checks}>
        {(['forceToolCalls', 'allowAttachments', 'sidebarCollapsed'] as const).map((field) => (
          <Checkbox
            key={field}
            label={fields[field]}
            checked={values[field]}
            onCheckedChange={(checked) => onChange({ [field]: checked })}
          />
        ))}
      </div>
      <TextField {...textControl('composePlaceholder', step)} maxLength={200} />
      <div className={classes.pair}>
        <TextField {...textControl('model', step)} maxLength={200} autoComplete="off" spellCheck={false} />
        <TextField
          {...textControl('temperature', step)}
          error={Number.isNaN(readTemperature(values.temperature)) && texts.temperatureInvalid}
          type="number"
          inputMode="decimal"
          min={0}
          max={2}
          step={0.1}
        />
      </div>
      <TextArea {...textControl('systemPrompt', step)} rows={8} />
      <div className={classes.pair}>
        {(['questionsPerDay', 'tokensPerDay'] as const).map((field) => (
          <TextField
            key={field}
            {...textControl(field, step)}
            error={
              Number.isNaN(readBudget(field, values)) &&
              texts.budgetInvalid(budgets[field].min, budgets[field].max)
            }
            type="number"
            inputMode="numeric"
            {...budgets[field]}
          />
        ))}
      </div>
    </>
  )
}
