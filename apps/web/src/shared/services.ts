import { createContext, use, useMemo } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { Http, SessionCalls } from '@org/api-client'
import type { ThemeStore } from '@org/theme'
import type { ProofRequests } from './proof-requests.ts'
import type { SiteHistory } from './site-history.ts'

/** Dependencies of the screens, created in `main.tsx` and by each test. */
export interface Services {
  /** The calls that every page makes: those about the session. */
  api: SessionCalls
  /** The way to the API: what else a page calls, it makes from it and so ships itself ({@link useCalls}). */
  http: Http
  queryClient: QueryClient
  history: SiteHistory
  theme: ThemeStore
  /** Proofs of identity that calls wait for. */
  proofs: ProofRequests
  /** Fragment of a link in an email, removed from the URL at once; '' without one. */
  authFragment: string
}

/** Gives the services to every screen below it. */
export const ServicesContext = createContext<Services | null>(null)

/**
 * The services of the site.
 *
 * @throws {Error} when no provider stands above
 */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesContext above it.')
  return services
}

/**
 * The calls of one topic, for a page that makes them.
 * @example
 * const { contact } = useCalls(createContactCalls)
 */
export function useCalls<Calls>(create: (http: Http) => Calls): Calls {
  const { http } = useServices()
  return useMemo(() => create(http), [create, http])
}
