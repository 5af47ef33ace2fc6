import { useId } from 'react'
import { billingTexts as texts } from './billing.texts.ts'
import classes from './period-choice.module.css'

/** Choice of the period that is paid for: one radio button each. */
export function PeriodChoice({
  periods,
  chosen,
  onChoose,
}: {
  periods: readonly string[]
  chosen: string | undefined
  onChoose: (period: string) => void
}) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend>{texts.period}</legend>
      {periods.map((period) => (
        <label key={period}>
          <input
            type="radio"
            name={name}
            checked={period === chosen}
            onChange={() => {
              onChoose(period)
            }}
          />
          {texts.periodName(period)}
        </label>
      ))}
    </fieldset>
  )
}
