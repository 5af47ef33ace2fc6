import type { ApprovedAnswerCalls, ApprovedAnswerFilters } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Filters of the list of approved answers. */
export type AnswerFilters = Pick<ApprovedAnswerFilters, 'q' | 'status' | 'language' | 'due' | 'clientId'>

/** Key of everything about approved answers. */
export const answersKey = ['admin', 'answers'] as const

/** Approved answers, newest change first. */
export function answersQuery({ approvedAnswers }: ApprovedAnswerCalls, filters: AnswerFilters) {
  return infiniteQueryOptions({
    queryKey: [...answersKey, 'list', filters],
    queryFn: ({ signal, pageParam: cursor }) => approvedAnswers({ ...filters, signal, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Published answers that expire soon or have expired. */
export function answerSummaryQuery({ approvedSummary }: ApprovedAnswerCalls) {
  return queryOptions({
    queryKey: [...answersKey, 'summary'],
    queryFn: ({ signal }) => approvedSummary({ signal }),
    staleTime: 60_000,
  })
}

/** One approved answer. */
export function answerQuery({ approvedAnswer }: ApprovedAnswerCalls, id: string) {
  return queryOptions({
    queryKey: [...answersKey, 'item', id],
    queryFn: ({ signal }) => approvedAnswer(id, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** What a new answer begins with. */
export function answerStartQuery(
  { approvedDraft }: ApprovedAnswerCalls,
  from: { review?: string | undefined; gap?: string | undefined },
) {
  return queryOptions({
    queryKey: [...answersKey, 'start', from],
    queryFn: ({ signal }) => approvedDraft(from, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** Passages that an answer of an owner may cite. */
export function sourcesQuery(
  { approvedSources }: ApprovedAnswerCalls,
  { q, clientId }: { q: string; clientId: string | null },
) {
  return queryOptions({
    queryKey: [...answersKey, 'sources', q, clientId],
    queryFn: ({ signal }) => approvedSources({ q, clientId: clientId ?? undefined }, { signal }),
    enabled: q !== '',
    gcTime: 0,
  })
}

/** Versions of an approved answer. */
export function answerHistoryQuery({ approvedHistory }: ApprovedAnswerCalls, id: string) {
  return infiniteQueryOptions({
    queryKey: [...answersKey, 'history', id],
    queryFn: ({ signal, pageParam: cursor }) => approvedHistory(id, { signal, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}
