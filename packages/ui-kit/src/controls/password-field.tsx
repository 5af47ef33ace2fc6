import { useId, useState } from 'react'
import { controlClassName, Field, fieldAria } from './field.tsx'
import type { TextFieldProps } from './text-field.tsx'
import classes from './password-field.module.css'
import type { Given } from '../base/with-defaults.ts'

/** The texts of a password field's button. */
export interface PasswordFieldLabels {
  /** @default 'Show' */
  show: string
  /** @default 'Hide' */
  hide: string
}

/** A text field's props; the type is the field's own business. */
export interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  labels?: Given<PasswordFieldLabels> | undefined
}

/** A labelled password input with a button that shows what was typed. Paste and password managers work as ever. */
export function PasswordField({
  label,
  labelHidden = false,
  description,
  error,
  id,
  className,
  onChange,
  onValueChange,
  labels,
  ...rest
}: PasswordFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const texts = { label, labelHidden, description, error }
  const [shown, setShown] = useState(false)
  return (
    <Field id={inputId} {...texts}>
      <div className={classes['row']}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...fieldAria(inputId, texts, rest['aria-describedby'])}
          id={inputId}
          type={shown ? 'text' : 'password'}
          className={controlClassName(classes['control'], className)}
          onChange={(event) => {
            onChange?.(event)
            onValueChange?.(event.target.value)
          }}
        />
        <button
          type="button"
          className={classes['toggle']}
          aria-controls={inputId}
          onClick={() => {
            setShown((wasShown) => !wasShown)
          }}
        >
          {shown ? (labels?.hide ?? 'Hide') : (labels?.show ?? 'Show')}
        </button>
      </div>
    </Field>
  )
}
