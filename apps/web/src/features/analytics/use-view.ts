import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { daysIn, readRange } from './day-range.ts'
import type { DayRange } from './day-range.ts'

/** What a dashboard shows, kept in its address: a reload and a link show the same. */
export interface View {
  range: DayRange
  days: number
  isComparing: boolean
  clientId: string | null
  /** The chosen widgets; null: all. */
  widgets: readonly string[] | null
  /** Changes parameters of the address; null takes one out. */
  change: (parameters: Record<string, string | null>) => void
}

/** The view that the address names. */
export function useView(): View {
  const [search, setSearch] = useSearchParams()
  const [now] = useState(() => Date.now())
  const range = readRange(search, now)
  return {
    range,
    days: daysIn(range),
    isComparing: search.get('compare') === '1',
    clientId: search.get('client'),
    widgets: search.get('widgets')?.split(',').filter(Boolean) ?? null,
    change: (parameters) => {
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(parameters)) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}
