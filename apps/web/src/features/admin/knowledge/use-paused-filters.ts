import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

// A pause in typing, in ms, before the address and the list follow.
const pauseMs = 300

/** Filters of a list, which are parameters of the address. */
export interface PausedFilters<Filters> {
  /** As they are shown in the form. */
  filters: Filters
  /** As the list is filtered: it follows after a pause in typing. */
  applied: Filters
  change: (filters: Filters) => void
}

/** Changes the filters of the address after a pause in typing. */
export function usePausedFilters<Filters>(
  applied: Filters,
  parametersOf: (filters: Filters) => Readonly<Record<string, string | undefined>>,
): PausedFilters<Filters> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [draft, setDraft] = useState<Filters>()

  useEffect(() => {
    if (draft === undefined) return undefined
    const timer = setTimeout(() => {
      setDraft(undefined)
      void navigate(`${pathname}${searchOf(parametersOf(draft))}`, { replace: true })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, navigate, parametersOf, pathname])

  return { filters: draft ?? applied, applied, change: setDraft }
}

function searchOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, value)
  }
  return search.size === 0 ? '' : `?${search}`
}
