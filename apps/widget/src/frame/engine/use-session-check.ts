import type { ChatEngine } from '@org/chat-engine'
import { useEffect } from 'react'

/**
 * Lists the conversations again when a signed-in person comes back to the tab: meanwhile the session may have ended, or
 * another account may have signed in from another tab, which must find nothing of this one.
 */
export function useSessionCheck(engine: ChatEngine | null): void {
  useEffect(() => {
    if (engine === null) return undefined
    const check = (): void => {
      const { status } = engine.access.get()
      if (document.visibilityState === 'visible' && status === 'signedIn') void engine.refresh()
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [engine])
}
