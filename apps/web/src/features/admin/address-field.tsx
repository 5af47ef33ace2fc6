import { TextField } from '@org/ui-kit'

/** Somebody else's e-mail address: the browser's own suggestions would be the administrator's. */
export function AddressField({
  label,
  value,
  onValueChange,
  error,
}: {
  label: string
  value: string
  onValueChange: (value: string) => void
  error: string | false
}) {
  return (
    <TextField
      label={label}
      type="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  )
}
