import { startTransition, useOptimistic, useState } from 'react'
import type { Interval } from '@org/analytics-charts'
import { useNavigate } from 'react-router'
import { useAddressParameters } from '../../shared/use-address-parameters.ts'
import { daysIn, presetOf, readRange } from './day-range.ts'
import type { DayRange } from './day-range.ts'

/** Lengths of the periods of trends, by their URL parameter `by`; days are the default. */
export const intervals = ['day', 'week', 'month'] as const satisfies readonly Interval[]

/** Filter kinds by their URL parameter; a country is given by its code. */
export const filterKinds = ['product', 'author', 'topic', 'country'] as const

/** One of {@link filterKinds}. */
export type FilterKind = (typeof filterKinds)[number]

/** Active filters: conversations must match all of them. */
export type Filter = { readonly [Kind in FilterKind]?: string }

/** View of a dashboard, stored in the URL: a reload and a shared link show the same. */
export interface View {
  range: DayRange
  days: number
  /** The preset that it is, if any. */
  preset: number | undefined
  /** Length of the periods that trends are added up to. */
  interval: Interval
  isComparing: boolean
  clientId: string | null
  /** The chosen widgets; null: all. */
  widgets: readonly string[] | null
  /** Active filters. */
  filter: Filter
  /** Looks at one thing alone; at all again when it was that one already. */
  toggle: (kind: FilterKind, value: string) => void
  /** Changes parameters of the address; null takes one out. */
  change: (parameters: Record<string, string | null>) => void
}

/** The view that the address names. */
export function useView(): View {
  const navigate = useNavigate()
  // The address follows when the router has gone there; what was chosen shows at once, and the next choice builds on it.
  const [search, showAtOnce] = useOptimistic(useAddressParameters())
  const [now] = useState(() => Date.now())
  const range = readRange(search, now)
  const change: View['change'] = (parameters) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(parameters)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    startTransition(async () => {
      showAtOnce(next)
      await navigate({ search: next.toString() }, { replace: true })
    })
  }
  return {
    range,
    days: daysIn(range),
    preset: presetOf(range, now),
    interval: intervals.find((interval) => interval === search.get('by')) ?? 'day',
    isComparing: search.get('compare') === '1',
    clientId: search.get('client'),
    widgets: search.get('widgets')?.split(',').filter(Boolean) ?? null,
    filter: readFilter(search),
    toggle: (kind, value) => {
      change({ [kind]: search.get(kind) === value ? null : value })
    },
    change,
  }
}

function readFilter(search: URLSearchParams): Filter {
  return Object.fromEntries(
    filterKinds.flatMap((kind) => {
      const value = search.get(kind)
      return value === null || value === '' ? [] : [[kind, value]]
    }),
  )
}
