import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { safetyLanguages } from '../operators/names.ts'
import type { AnswerFilters } from './answers.queries.ts'

/** Statuses of an approved answer. */
export const statuses = ['draft', 'published', 'retired'] as const

/** States of a published answer that needs somebody. */
export const dueStates = ['expiring', 'expired'] as const

// A pause in typing, in ms, before the address and the list follow.
const pauseMs = 300

/** Reads and changes the filters of the list, which are parameters of the address. */
export function useAnswerFilters(): {
  /** As they are shown in the form. */
  filters: AnswerFilters
  /** As the list is filtered: it follows after a pause in typing. */
  applied: AnswerFilters
  change: (filters: AnswerFilters) => void
} {
  const parameters = useAddressParameters()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const applied = read(parameters)
  const [draft, setDraft] = useState<AnswerFilters>()

  useEffect(() => {
    if (draft === undefined) return undefined
    const timer = setTimeout(() => {
      setDraft(undefined)
      void navigate(`${pathname}${toSearch(draft)}`, { replace: true })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, navigate, pathname])

  return { filters: draft ?? applied, applied, change: setDraft }
}

function read(parameters: URLSearchParams): AnswerFilters {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === parameters.get(name))
  return {
    q: parameters.get('q') ?? undefined,
    status: oneOf('status', statuses),
    language: oneOf('language', safetyLanguages),
    due: oneOf('due', dueStates),
    clientId: parameters.get('owner') ?? undefined,
  }
}

function toSearch({ clientId, ...filters }: AnswerFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, owner: clientId })) {
    if (value !== undefined) search.set(name, value)
  }
  return search.size === 0 ? '' : `?${search}`
}
