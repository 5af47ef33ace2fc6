import type { SiteCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Query of the server's public setup. It does not change while the page is open. */
export function siteQuery({ site }: SiteCalls) {
  return queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => site({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
