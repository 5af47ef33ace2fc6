import type { FieldName, FormValues } from '../editor/configurator-form.ts'
import { configuratorsTexts } from '../configurators.texts.ts'

/** Props of every step of the editor. */
export interface StepProps {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
}

type TextName = { [Name in FieldName]: string extends FormValues[Name] ? Name : never }[FieldName]

const descriptions: Partial<Record<FieldName, string>> = configuratorsTexts.descriptions

/** Binds a control to a field of the form that is text, under the field's label. */
export function textControl(field: TextName, { values, onChange }: StepProps) {
  return {
    label: configuratorsTexts.fields[field],
    description: descriptions[field],
    value: values[field],
    onValueChange: (text: string) => onChange({ [field]: text }),
  }
}
