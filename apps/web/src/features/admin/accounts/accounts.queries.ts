import type { ManagedAccountCalls, ManagedAccountFilters } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Key of everything about accounts. */
export const accountsKey = ['admin', 'accounts'] as const

/** The accounts that fit some filters, the newest first. */
export function accountsQuery({ managedAccounts }: ManagedAccountCalls, filters: ManagedAccountFilters) {
  return infiniteQueryOptions({
    queryKey: [...accountsKey, 'list', filters],
    queryFn: ({ signal, pageParam: cursor }) => managedAccounts({ ...filters, cursor, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })
}

/** One account with its sessions. */
export function accountQuery({ managedAccount }: ManagedAccountCalls, id: string) {
  return queryOptions({
    queryKey: [...accountsKey, 'one', id],
    queryFn: ({ signal }) => managedAccount(id, { signal }),
    staleTime: 0,
  })
}
