import { useCallback } from 'react'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { contentStatuses } from './content-statuses.ts'
import type { ContentKind, ListFilters } from './content.queries.ts'
import { type PausedFilters, usePausedFilters } from './use-paused-filters.ts'

/** The shown kind of content and the filters of its list, which are parameters of the address. */
export interface ListView extends PausedFilters<ListFilters> {
  kind: ContentKind
}

/** Reads and changes the filters of the list. */
export function useListFilters(): ListView {
  const parameters = useAddressParameters()
  const kind: ContentKind = parameters.get('show') === 'products' ? 'products' : 'articles'
  const parametersOf = useCallback(
    ({ q, status, language, clientId, due }: ListFilters) => ({
      show: kind === 'products' ? kind : undefined,
      q,
      status,
      language,
      owner: clientId,
      due: due ? '1' : undefined,
    }),
    [kind],
  )
  return { kind, ...usePausedFilters(read(parameters), parametersOf) }
}

function read(parameters: URLSearchParams): ListFilters {
  const text = (name: string) => parameters.get(name) ?? undefined
  return {
    q: text('q'),
    status: contentStatuses.find((status) => status === parameters.get('status')),
    language: text('language'),
    clientId: text('owner'),
    due: parameters.has('due'),
  }
}
