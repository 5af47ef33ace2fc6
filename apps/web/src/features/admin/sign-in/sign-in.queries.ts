import type { OrganisationSignInCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Key of the sign-in of organisations. */
export const signInKey = ['admin', 'sign-in'] as const

/** The sign-in of the organisation in use; of a client for an administrator. */
export function signInQuery({ organisationSignIn }: OrganisationSignInCalls, clientId: string | undefined) {
  return queryOptions({
    queryKey: [...signInKey, clientId],
    queryFn: ({ signal }) => organisationSignIn({ signal, clientId }),
  })
}
