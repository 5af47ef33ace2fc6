import type { ReviewCalls, ReviewFilter } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Answers of a page of the list. */
export const itemsOfPage = 30

/** Records of answers that fit a filter. */
export function reviewListQuery({ reviewList }: ReviewCalls, filter: ReviewFilter) {
  return infiniteQueryOptions({
    queryKey: ['review', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      reviewList({ ...filter, signal, limit: itemsOfPage, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    // All pages would be read again, and a search of rare words has many.
    refetchOnWindowFocus: filter.q === undefined,
  })
}

/** Counts of the navigation, and the choices of the filters. */
export function reviewSummaryQuery({ reviewSummary }: ReviewCalls) {
  return queryOptions({
    queryKey: ['review', 'summary'],
    queryFn: ({ signal }) => reviewSummary({ signal }),
    staleTime: 30_000,
  })
}
