import type { SessionCalls } from '@org/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { answered, meQuery, sessionKey } from './session.queries.ts'

/**
 * Resolves to true when the server has answered that nobody is signed in, after the check that is under way. After a
 * check that failed or was cancelled, nothing is known: false.
 */
export async function isKnownVisitor(queryClient: QueryClient, api: SessionCalls): Promise<boolean> {
  try {
    const check = queryClient.query({ ...meQuery(api), staleTime: Number.POSITIVE_INFINITY })
    const isOffline = queryClient.getQueryState(sessionKey)?.fetchStatus === 'paused'
    // A check that waits for the network is not waited for: the call itself fails at once.
    if (isOffline) check.catch(() => undefined)
    return !isOffline && !(await check).authenticated && answered.has(queryClient)
  } catch {
    return false
  }
}
