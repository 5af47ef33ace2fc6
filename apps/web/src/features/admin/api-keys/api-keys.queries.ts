import type { ApiKeyCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Key of everything about API keys. */
export const apiKeysKey = ['admin', 'api-keys'] as const

/** The API keys of a client; undefined reads those of the signed-in account. */
export function apiKeysQuery({ apiKeys }: ApiKeyCalls, clientId: string | undefined) {
  return queryOptions({
    queryKey: [...apiKeysKey, clientId],
    queryFn: ({ signal }) => apiKeys({ signal, clientId }),
  })
}
