import { useId } from 'react'
import classes from './configurators.module.css'

/** A labelled choice of one among a few. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onValueChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onValueChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className={classes.select}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex]
          if (chosen !== undefined) onValueChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
