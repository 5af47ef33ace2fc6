import { Checkbox, TextArea, TextField } from '@org/ui-kit'
import { readTemperature } from './configurator-form.ts'
import classes from './configurators.module.css'
import { configuratorsTexts as texts } from './configurators.texts.ts'
import type { StepProps } from './step-props.ts'

const { fields, descriptions } = texts

/** Step 4: how a widget behaves, and where it does not follow the master settings. */
export function BehaviourStep({ values, onChange }: StepProps) {
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
      <TextField
        label={fields.composePlaceholder}
        value={values.composePlaceholder}
        maxLength={200}
        onValueChange={(composePlaceholder) => onChange({ composePlaceholder })}
      />
      <div className={classes.pair}>
        <TextField
          label={fields.model}
          description={descriptions.model}
          value={values.model}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onValueChange={(model) => onChange({ model })}
        />
        <TextField
          label={fields.temperature}
          description={descriptions.temperature}
          error={Number.isNaN(readTemperature(values.temperature)) && texts.temperatureInvalid}
          type="number"
          inputMode="decimal"
          min={0}
          max={2}
          step={0.1}
          value={values.temperature}
          onValueChange={(temperature) => onChange({ temperature })}
        />
      </div>
      <TextArea
        label={fields.systemPrompt}
        description={descriptions.systemPrompt}
        rows={8}
        value={values.systemPrompt}
        onValueChange={(systemPrompt) => onChange({ systemPrompt })}
      />
    </>
  )
}
