import type { ShareCalls, ShareOptions } from '@org/api-client'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

const sharesKey = ['shares'] as const

/** Query of the link of one conversation; null without one. */
export function conversationShareQuery(calls: ShareCalls, conversationId: string) {
  return queryOptions({
    queryKey: [...sharesKey, 'conversation', conversationId],
    queryFn: ({ signal }) => calls.conversationShare(conversationId, { signal }),
    staleTime: 0,
  })
}

/** Creates a link for a conversation. */
export function createShareMutation(calls: ShareCalls, queryClient: QueryClient, conversationId: string) {
  return mutationOptions({
    mutationFn: (options: ShareOptions) => calls.shareConversation(conversationId, options),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  })
}

/** Takes a new snapshot under the same link. */
export function updateShareMutation(calls: ShareCalls, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, ...options }: ShareOptions & { id: string }) => calls.updateShare(id, options),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  })
}

/** Ends a link. */
export function revokeShareMutation(calls: ShareCalls, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => calls.revokeShare(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  })
}
