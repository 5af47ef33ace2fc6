import { TextField } from '@org/ui-kit'
import type { RefObject } from 'react'

/** Somebody else's e-mail address: the browser's own suggestions would be the administrator's. */
export function AddressField({
  ref,
  label,
  value,
  onValueChange,
  error,
}: {
  ref: RefObject<HTMLInputElement | null>
  label: string
  value: string
  onValueChange: (value: string) => void
  error: string | false
}) {
  return (
    <TextField
      ref={ref}
      label={label}
      type="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onValueChange={onValueChange}
      error={error !== false && <span role="alert">{error}</span>}
    />
  )
}
