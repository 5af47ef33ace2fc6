import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Blocker, Location } from 'react-router'

/** Asks before unsaved changes are left behind: by a link, by Back and Forward, by a reload. */
export function useLeaveGuard(dirty: boolean): Blocker {
  const blocker = useBlocker(({ nextLocation }) => dirty && !staysInEditor(nextLocation))

  useEffect(() => {
    if (!dirty) return undefined
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])

  return blocker
}

// Another step of the same editor loses nothing.
function staysInEditor({ state }: Location<unknown>): boolean {
  return typeof state === 'object' && state !== null && 'stays' in state
}
