import { TextField } from '@org/ui-kit'

interface SearchFilterProps {
  label: string
  /** Undefined while the list is not searched. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The text that a list is searched for. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  return (
    <TextField
      label={label}
      type="search"
      dir="auto"
      value={value ?? ''}
      onValueChange={(text) => {
        onChange(text === '' ? undefined : text)
      }}
    />
  )
}
