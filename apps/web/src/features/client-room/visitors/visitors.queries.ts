import type { VisitorCalls } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Key of everything about identified visitors. */
export const visitorsKey = ['client', 'visitors'] as const

/** The state of the client's secret. */
export function identityQuery({ identitySettings }: VisitorCalls) {
  return queryOptions({
    queryKey: ['client', 'identity'],
    queryFn: ({ signal }) => identitySettings({ signal }),
  })
}

/** The client's visitors; of one id alone where it is not empty. */
export function visitorsQuery({ identifiedVisitors }: VisitorCalls, userId: string) {
  return infiniteQueryOptions({
    queryKey: [...visitorsKey, userId],
    queryFn: ({ signal, pageParam }) =>
      identifiedVisitors({ userId: userId === '' ? undefined : userId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
