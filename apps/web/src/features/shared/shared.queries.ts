import type { ShareCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Query of the snapshot behind a link. A refusal is final: the link does not come back. */
export function sharedConversationQuery(calls: ShareCalls, token: string) {
  return queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => calls.sharedConversation(token, { signal }),
    staleTime: Infinity,
    retry: false,
  })
}
