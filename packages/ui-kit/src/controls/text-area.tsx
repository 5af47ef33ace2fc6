import { useId, type ComponentProps } from 'react'
import { controlClassName, Field, fieldAria, type FieldTexts } from './field.tsx'
import classes from './field.module.css'

/** A native text area's attributes, its texts, and its value as text. `onChange` and `ref` pass through. */
export interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'>, FieldTexts {
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
}

/** A labelled input of several lines. */
export function TextArea({
  label,
  labelHidden,
  description,
  error,
  id,
  className,
  onChange,
  onValueChange,
  ...rest
}: TextAreaProps) {
  const ownId = useId()
  const areaId = id ?? ownId
  const texts = { label, labelHidden: labelHidden ?? false, description, error }
  return (
    <Field id={areaId} {...texts}>
      <textarea
        {...rest}
        {...fieldAria(areaId, texts, rest['aria-describedby'])}
        id={areaId}
        className={controlClassName(classes['area'], className)}
        onChange={(event) => {
          onChange?.(event)
          onValueChange?.(event.target.value)
        }}
      />
    </Field>
  )
}
