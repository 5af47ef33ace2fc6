import { useQuery } from '@tanstack/react-query'
import type { Session } from '@org/api-client'
import { useServices } from '../../shared/services.ts'
import { meQuery, signedOut } from './session.queries.ts'

/** The session as screens read it. */
export interface SessionState extends Session {
  /** The first check is still under way: nothing is known yet. */
  loading: boolean
}

/** The session, checked again on each focus of the window. */
export function useSession(): SessionState {
  const { api } = useServices()
  const { data, isPending } = useQuery(meQuery(api))
  return { ...(data ?? signedOut), loading: isPending }
}
