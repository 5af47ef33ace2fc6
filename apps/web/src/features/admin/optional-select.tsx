import { Select } from '@org/ui-kit'

/** Value of the option without a value. */
const none = ''

interface OptionalSelectProps<Value extends string> {
  label: string
  values: readonly Value[]
  labelOf: (value: Value) => string
  /** Label of the option without a value. */
  noneLabel: string
  value: Value | null | undefined
  onChoose: (value: Value | undefined) => void
}

/** A choice of one value or none: a filter that is off, or a property that is not checked. */
export function OptionalSelect<Value extends string>({
  label,
  values,
  labelOf,
  noneLabel,
  value,
  onChoose,
}: OptionalSelectProps<Value>) {
  return (
    <Select<string>
      label={label}
      options={[
        { value: none, label: noneLabel },
        ...values.map((one) => ({ value: one, label: labelOf(one) })),
      ]}
      value={value ?? none}
      onValueChange={(chosen) => {
        onChoose(values.find((one) => one === chosen))
      }}
    />
  )
}
