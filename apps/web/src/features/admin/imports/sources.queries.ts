import type { SourceCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Key of the list of sources. */
export const sourcesKey = ['admin', 'content', 'sources'] as const

/** Sources of content, newest first. */
export function sourcesQuery({ sources }: SourceCalls) {
  return queryOptions({
    queryKey: sourcesKey,
    queryFn: ({ signal }) => sources({ signal }),
    staleTime: 0,
  })
}
