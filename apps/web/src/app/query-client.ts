import { QueryClient, focusManager } from '@tanstack/react-query'

/** The site's query client. Reads are tried once more, writes never: repeating those is a person's decision. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: 1, staleTime: 60_000 },
      mutations: { retry: false },
    },
  })
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
