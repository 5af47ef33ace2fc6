import { queryOptions } from '@tanstack/react-query'
import type { ListCalls } from '@org/api-client'

// A list that fails to load leaves its picker empty without an error (specification 1 section 8).

/** The authors that answers may be limited to. */
export function authorsQuery({ authors }: ListCalls) {
  return queryOptions({
    queryKey: ['authors'],
    queryFn: ({ signal }) => authors({ signal }),
    staleTime: 5 * 60_000,
  })
}

/** The tools that the assistant may use. */
export function toolsQuery({ tools }: ListCalls) {
  return queryOptions({
    queryKey: ['tools'],
    queryFn: ({ signal }) => tools({ signal }),
    staleTime: 5 * 60_000,
  })
}
