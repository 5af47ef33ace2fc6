import type { SecondFactorCalls } from '@org/api-client'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

const factorsKey = ['account', 'second-factor'] as const

/** Query of the person's second factors. */
export function secondFactorQuery(calls: SecondFactorCalls) {
  return queryOptions({
    queryKey: factorsKey,
    queryFn: ({ signal }) => calls.accountSecondFactor({ signal }),
    staleTime: 0,
  })
}

/** Removes a passkey by its id; or, with null, the authenticator app. */
export function removeFactorMutation(calls: SecondFactorCalls, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (passkey: string | null) =>
      passkey === null ? calls.removeTotp() : calls.removePasskey(passkey),
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  })
}

/** Loads the person's second factors again. */
export async function refreshSecondFactor(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: factorsKey })
}
