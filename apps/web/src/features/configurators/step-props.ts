import type { FormValues } from './configurator-form.ts'

/** What every step of the editor takes. */
export interface StepProps {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
}
