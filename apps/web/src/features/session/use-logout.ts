import { useState } from 'react'
import { useServices } from '../../shared/services.ts'
import { recheckSession } from './session.queries.ts'

/**
 * Signs out: the call, then the session check. A failed call is ignored (specification 1 section 4).
 *
 * @param forget drops what this browser has kept of the person
 * @param onDone follows the check
 */
export function useLogout(forget: () => Promise<void>, onDone: () => void) {
  const { api, queryClient } = useServices()
  const [isPending, setPending] = useState(false)
  const logOut = async (): Promise<void> => {
    setPending(true)
    try {
      await api.logout()
    } catch {
      // The session check below is authoritative.
    }
    await Promise.allSettled([recheckSession(queryClient), forget()])
    setPending(false)
    onDone()
  }
  return { logOut, isPending }
}
