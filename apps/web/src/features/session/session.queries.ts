import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Session, SessionCalls } from '@org/api-client'

/** Nobody is signed in: the answer to a failed check, too. */
export const signedOut: Session = { authenticated: false, role: null, email: null }

const sessionKey = ['session'] as const

/**
 * The session check, again on every focus of the window. A check that fails, or that the client gives up after
 * 7 s, means signed out (specification 1 section 4): this query never fails.
 */
export function meQuery(api: SessionCalls) {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session> => {
      try {
        return await api.me({ signal })
      } catch (error) {
        if (signal.aborted) throw error
        return signedOut
      }
    },
    retry: false,
    staleTime: 30_000,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
}

/**
 * Merges what a sign-in told about the person into the session (specification 1 section 4), and forgets what was
 * read for the one before.
 */
export function mergeSession(queryClient: QueryClient, told: Partial<Session>): void {
  forgetPerson(queryClient)
  queryClient.setQueryData<Session>(sessionKey, (known = signedOut) => ({ ...known, ...told }))
}

/** Asks again who is there, and forgets what was read for the one before. */
export async function recheckSession(queryClient: QueryClient): Promise<void> {
  forgetPerson(queryClient)
  await queryClient.invalidateQueries({ queryKey: sessionKey, refetchType: 'all' })
}

function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
