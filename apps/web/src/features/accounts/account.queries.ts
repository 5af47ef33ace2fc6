import type { AccountCalls, ShareCalls } from '@org/api-client'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

const sessionsKey = ['account', 'sessions'] as const

/** Query of the person's sessions. */
export function accountSessionsQuery(calls: AccountCalls) {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => calls.accountSessions({ signal }),
    staleTime: 0,
  })
}

/** Query of the storage of the account. */
export function accountStorageQuery(calls: AccountCalls) {
  return queryOptions({
    queryKey: ['account', 'storage'],
    queryFn: ({ signal }) => calls.accountStorage({ signal }),
    staleTime: 0,
  })
}

/** Signs one place out, by its id; or, with null, every place but this one. */
export function endSessionMutation(calls: AccountCalls, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string | null) => (id === null ? calls.endOtherSessions() : calls.endAccountSession(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
}

const sharesKey = ['shares'] as const

/** Query of the person's share links. */
export function sharesQuery(calls: ShareCalls) {
  return queryOptions({
    queryKey: [...sharesKey, 'all'],
    queryFn: ({ signal }) => calls.listShares({ signal }),
    staleTime: 0,
  })
}

/** Ends a share link. */
export function revokeShareMutation(calls: ShareCalls, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => calls.revokeShare(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  })
}
