import { queryOptions } from '@tanstack/react-query'
import type { AdminCalls, ListCalls } from '@org/api-client'

/** Query of a widget's versions, newest first. */
export function historyQuery({ configuratorHistory }: AdminCalls, id: string) {
  return queryOptions({
    queryKey: ['admin', 'configurators', id, 'history'],
    queryFn: ({ signal }) => configuratorHistory(id, { signal }),
    staleTime: 0,
  })
}

/** The sites on which a widget was opened. */
export function sightingsQuery({ configuratorSightings }: AdminCalls, id: string) {
  return queryOptions({
    queryKey: ['admin', 'configurators', id, 'sightings'],
    queryFn: ({ signal }) => configuratorSightings(id, { signal }),
    staleTime: 0,
  })
}

/** The authors that a widget may be limited to. */
export function authorNamesQuery({ authors }: ListCalls) {
  return queryOptions({
    queryKey: ['admin', 'author-names'],
    queryFn: async ({ signal }) => (await authors({ signal })).map(({ name }) => name),
  })
}

/** The tools that a widget may be limited to. */
export function toolNamesQuery({ tools }: ListCalls) {
  return queryOptions({
    queryKey: ['admin', 'tool-names'],
    queryFn: async ({ signal }) => (await tools({ signal })).map(({ name }) => name),
  })
}
