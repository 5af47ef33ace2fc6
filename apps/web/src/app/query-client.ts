import { MutationCache, QueryCache, QueryClient, focusManager } from '@tanstack/react-query'
import { checkRefused } from '../features/session/session.queries.ts'

/**
 * The site's query client. Reads are tried once more, writes never: repeating those is a person's decision. While the
 * browser is offline, a write fails at once instead of being sent later, maybe by another account. A call that is
 * refused has the session checked again, so that the guards hide a page whose session has ended.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => checkRefused(client, error)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: 1, staleTime: 60_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Takes each focus of the window as one, as specification 1 section 4 asks for the session: the library
 * listens to the tab's visibility alone and misses the return from another window.
 */
export function followWindowFocus(target: Window): void {
  focusManager.setEventListener((refocus) => {
    const onFocus = () => {
      refocus()
    }
    target.addEventListener('focus', onFocus)
    target.addEventListener('visibilitychange', onFocus)
    return () => {
      target.removeEventListener('focus', onFocus)
      target.removeEventListener('visibilitychange', onFocus)
    }
  })
}
