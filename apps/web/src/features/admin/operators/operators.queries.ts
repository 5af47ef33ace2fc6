import type { AdminCalls } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Days of the counts on the safety screen. */
export const countedDays = 14

/** Phrases and help lines of the safety stage. */
export function safetyQuery({ safetyEntries }: AdminCalls) {
  return queryOptions({
    queryKey: ['admin', 'safety', 'entries'],
    queryFn: ({ signal }) => safetyEntries({ signal }),
    staleTime: 0,
  })
}

/** Counts of dangers, and spikes. */
export function safetyCountsQuery({ safetyCounts }: AdminCalls) {
  return queryOptions({
    queryKey: ['admin', 'safety', 'counts'],
    queryFn: ({ signal }) => safetyCounts({ signal, days: countedDays }),
    staleTime: 0,
  })
}

/** Words of brands. */
export function synonymsQuery({ brandSynonyms }: AdminCalls) {
  return queryOptions({
    queryKey: ['admin', 'synonyms'],
    queryFn: ({ signal }) => brandSynonyms({ signal }),
    staleTime: 0,
  })
}

/** Versions of an entry. */
export function entryHistoryQuery({ operatorEntryHistory }: AdminCalls, id: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'entry-history', id],
    queryFn: ({ signal, pageParam }) => operatorEntryHistory(id, { signal, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}
