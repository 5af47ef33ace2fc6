import { useId, type ComponentProps } from 'react'
import { controlClassName, Field, fieldAria, type FieldTexts } from './field.tsx'
import classes from './select.module.css'

/** One of the things to choose from. */
export interface SelectOption<Value extends string = string> {
  value: Value
  /** @default the value */
  label?: string | undefined
  /** @default false */
  disabled?: boolean | undefined
}

/** A native select's attributes, its texts, its options and its value. `onChange` and `ref` pass through. */
export interface SelectProps<Value extends string = string>
  extends
    Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'children' | 'multiple' | 'size'>,
    FieldTexts {
  options: readonly SelectOption<Value>[]
  value?: Value | undefined
  /** @default the first option's */
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
}

/** A labelled choice of one among a few: the native one, which every device opens in its own way. */
export function Select<Value extends string>({
  label,
  labelHidden,
  description,
  error,
  id,
  className,
  options,
  onChange,
  onValueChange,
  ...rest
}: SelectProps<Value>) {
  const ownId = useId()
  const selectId = id ?? ownId
  const texts = { label, labelHidden: labelHidden ?? false, description, error }
  return (
    <Field id={selectId} {...texts}>
      <span className={classes['frame']}>
        <select
          {...rest}
          {...fieldAria(selectId, texts, rest['aria-describedby'])}
          id={selectId}
          className={controlClassName(classes['select'], className)}
          onChange={(event) => {
            onChange?.(event)
            const chosen = options[event.target.selectedIndex]
            if (chosen !== undefined) onValueChange?.(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label ?? option.value}
            </option>
          ))}
        </select>
      </span>
    </Field>
  )
}
