import { Button } from '@org/ui-kit'
import { X } from 'lucide-react'
import { useRef } from 'react'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { filterName } from './filter-name.ts'
import { filterKinds } from './use-view.ts'
import type { View } from './use-view.ts'

/** Active filters, each with a remove button; without any, a hint on how to filter, unless there is no data. */
export function FilterBar({ view: { filter, toggle }, isEmpty }: { view: View; isEmpty: boolean }) {
  const barRef = useRef<HTMLDivElement>(null)
  const active = filterKinds.flatMap((kind) => {
    const value = filter[kind]
    return value === undefined ? [] : [{ kind, value, name: filterName(kind, value) }]
  })
  return (
    <div ref={barRef} tabIndex={-1} className={classes.filterBar}>
      {active.length === 0 ? (
        <p className={classes.hint} data-empty={isEmpty || undefined}>
          {texts.filters.hint}
        </p>
      ) : (
        <ul className={classes.filters} aria-label={texts.filters.legend}>
          {active.map(({ kind, value, name }) => (
            <li key={kind}>
              <Button
                size="small"
                aria-label={texts.filters.remove(name)}
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  toggle(kind, value)
                  // The button goes with its filter.
                  barRef.current?.focus()
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
