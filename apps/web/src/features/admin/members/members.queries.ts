import type { MemberCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Key of everything about members. */
export const membersKey = ['admin', 'members'] as const

/** The members of the organisation in use; of a client for an administrator. */
export function membersQuery({ members }: MemberCalls, clientId: string | undefined) {
  return queryOptions({
    queryKey: [...membersKey, clientId],
    queryFn: ({ signal }) => members({ signal, clientId }),
  })
}
