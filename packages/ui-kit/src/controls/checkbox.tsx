import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import classes from './checkbox.module.css'

/** A native checkbox's attributes and its texts. */
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  description?: ReactNode
  onCheckedChange?: ((checked: boolean) => void) | undefined
}

/** A labelled checkbox; the label is part of its target. */
export function Checkbox({
  label,
  description,
  className,
  onChange,
  onCheckedChange,
  ...rest
}: CheckboxProps) {
  const id = useId()
  return (
    <div className={classNames(classes['checkbox'], className)}>
      <label className={classes['label']}>
        <input
          {...(description !== undefined && { 'aria-describedby': id })}
          {...rest}
          type="checkbox"
          className={classes['box']}
          onChange={(event) => {
            onChange?.(event)
            onCheckedChange?.(event.target.checked)
          }}
        />
        <span>{label}</span>
      </label>
      {description !== undefined && (
        <p id={id} className={classes['description']}>
          {description}
        </p>
      )}
    </div>
  )
}
