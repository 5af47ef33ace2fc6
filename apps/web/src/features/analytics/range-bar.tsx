import { localeOr } from '@org/languages'
import { Button, Checkbox } from '@org/ui-kit'
import { Download, RotateCw } from 'lucide-react'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { presets } from './day-range.ts'
import { intervals } from './use-view.ts'
import type { View } from './use-view.ts'

/** Days of a dashboard, the compared period, and the age of its data. */
export function RangeBar({
  view,
  updatedAt,
  isFetching,
  onRefresh,
  onSaveAll,
}: {
  view: View
  /** When the picture was read, in milliseconds; 0 before the first. */
  updatedAt: number
  isFetching: boolean
  onRefresh: () => void
  /** Left out while there is nothing to save. */
  onSaveAll: (() => void) | undefined
}) {
  const { range, isComparing, change } = view
  const setRange = (from: string, to: string) => {
    change({ from, to, days: null })
  }
  return (
    <div className={classes.bar}>
      <fieldset className={classes.presets}>
        <legend className={classes.hidden}>{texts.range.legend}</legend>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            variant={preset === view.preset ? 'primary' : 'secondary'}
            aria-pressed={preset === view.preset}
            onClick={() => {
              change({ from: null, to: null, days: String(preset) })
            }}
          >
            {texts.range.last(preset)}
          </Button>
        ))}
      </fieldset>
      <label className={classes.day}>
        {texts.range.from}
        <input
          type="date"
          value={range.from}
          max={range.to}
          onChange={({ target }) => {
            if (target.value !== '') setRange(target.value, range.to)
          }}
        />
      </label>
      <label className={classes.day}>
        {texts.range.to}
        <input
          type="date"
          value={range.to}
          min={range.from}
          onChange={({ target }) => {
            if (target.value !== '') setRange(range.from, target.value)
          }}
        />
      </label>
      <IntervalChoice view={view} />
      <Checkbox
        className={classes.compare}
        label={texts.range.compare}
        checked={isComparing}
        onChange={({ target }) => {
          change({ compare: target.checked ? '1' : null })
        }}
      />
      <span className={classes.updated}>
        {updatedAt > 0 && (
          <span className={classes.time}>
            {texts.updated(new Date(updatedAt).toLocaleTimeString(localeOr(undefined)))}
          </span>
        )}
        <Button
          size="small"
          variant="ghost"
          busy={isFetching}
          icon={<RotateCw aria-hidden="true" />}
          onClick={onRefresh}
        >
          {texts.refresh}
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={onSaveAll === undefined}
          icon={<Download aria-hidden="true" />}
          onClick={onSaveAll}
        >
          {texts.saveAll}
        </Button>
      </span>
    </div>
  )
}

/** Length of the periods of trends. */
function IntervalChoice({ view: { interval, change } }: { view: View }) {
  return (
    <fieldset className={classes.presets}>
      <legend className={classes.hidden}>{texts.range.by}</legend>
      {intervals.map((each) => (
        <Button
          key={each}
          size="small"
          variant={each === interval ? 'primary' : 'secondary'}
          aria-pressed={each === interval}
          onClick={() => {
            change({ by: each === 'day' ? null : each })
          }}
        >
          {texts.range.intervals[each]}
        </Button>
      ))}
    </fieldset>
  )
}
