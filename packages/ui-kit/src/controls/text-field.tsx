import { useId, type ComponentProps } from 'react'
import { controlClassName, Field, fieldAria, type FieldTexts } from './field.tsx'

/** A native text input's attributes, its texts, and its value as text. `onChange` and `ref` pass through. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue'>, FieldTexts {
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
}

/** A labelled input of one line. */
export function TextField({
  label,
  labelHidden,
  description,
  error,
  id,
  className,
  onChange,
  onValueChange,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const texts = { label, labelHidden: labelHidden ?? false, description, error }
  return (
    <Field id={inputId} {...texts}>
      <input
        {...rest}
        {...fieldAria(inputId, texts, rest['aria-describedby'])}
        id={inputId}
        className={controlClassName(className)}
        onChange={(event) => {
          onChange?.(event)
          onValueChange?.(event.target.value)
        }}
      />
    </Field>
  )
}
