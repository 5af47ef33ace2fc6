import { TextField, type TextFieldProps } from '@org/ui-kit'
import type { ReactNode } from 'react'
import classes from './forms.module.css'
import { isColor } from './is-color.ts'

interface ColorFieldProps extends Omit<TextFieldProps, 'value' | 'onValueChange' | 'children'> {
  /** The colour as typed; '' for none. */
  value: string
  onValueChange: (value: string) => void
  /** Accessible label of the picker. */
  pickLabel: string
  /** Colour that the picker shows while the text is none. */
  fallback: string
  /** Shown after the picker. */
  children?: ReactNode
}

/** A colour, typed as text or picked. */
export function ColorField({
  value,
  onValueChange,
  pickLabel,
  fallback,
  children,
  ...field
}: ColorFieldProps) {
  return (
    <div className={classes.color}>
      <TextField
        dir="ltr"
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        {...field}
        value={value}
        onValueChange={onValueChange}
      />
      <input
        type="color"
        className={classes.picker}
        aria-label={pickLabel}
        value={isColor(value) ? value.trim().toLowerCase() : fallback}
        onChange={({ target }) => onValueChange(target.value)}
      />
      {children}
    </div>
  )
}
