import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import type { ContentKind, ListFilters } from './content.queries.ts'

const statuses = ['draft', 'published', 'retired'] as const

// A pause in typing, in ms, before the address and the list follow.
const pauseMs = 300

/** The shown kind of content and the filters of its list, which are parameters of the address. */
export interface ListView {
  kind: ContentKind
  /** As they are shown in the form. */
  filters: ListFilters
  /** As the list is filtered: it follows after a pause in typing. */
  applied: ListFilters
  change: (filters: ListFilters) => void
}

/** Reads and changes the filters of the list. */
export function useListFilters(): ListView {
  const parameters = useAddressParameters()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const kind: ContentKind = parameters.get('show') === 'products' ? 'products' : 'articles'
  const applied = read(parameters)
  const [draft, setDraft] = useState<ListFilters>()
  const filters = draft ?? applied

  useEffect(() => {
    if (draft === undefined) return undefined
    const timer = setTimeout(() => {
      setDraft(undefined)
      void navigate(`${pathname}${toSearch(kind, draft)}`, { replace: true })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, kind, navigate, pathname])

  return { kind, filters, applied, change: setDraft }
}

function read(parameters: URLSearchParams): ListFilters {
  const text = (name: string) => parameters.get(name) ?? undefined
  return {
    q: text('q'),
    status: statuses.find((status) => status === parameters.get('status')),
    language: text('language'),
    clientId: text('owner'),
    due: parameters.has('due'),
  }
}

function toSearch(kind: ContentKind, { q, status, language, clientId, due }: ListFilters): string {
  const search = new URLSearchParams()
  if (kind === 'products') search.set('show', kind)
  for (const [name, value] of Object.entries({ q, status, language, owner: clientId })) {
    if (value !== undefined) search.set(name, value)
  }
  if (due) search.set('due', '1')
  return search.size === 0 ? '' : `?${search}`
}
