import { use, useEffect, useEffectEvent, useState } from 'react'
import { DraftReport } from './draft-report.ts'
import { useServices } from './services.ts'
import type { Leaving } from './site-history.ts'

/** A navigation that waits for an answer. */
export interface LeaveQuestion {
  isAsked: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved changes are left behind: by a link and by Back and Forward with what is given back, by a
 * reload with the browser's own question.
 *
 * @param isDirty whether there is something to lose
 * @param isLost whether a navigation loses it
 */
export function useLeaveGuard(isDirty: boolean, isLost: (leaving: Leaving) => boolean): LeaveQuestion {
  const { history } = useServices()
  const report = use(DraftReport)
  const [held, setHeld] = useState<Leaving | null>(null)
  const holdUp = useEffectEvent((leaving: Leaving) => {
    if (!isDirty || !isLost(leaving)) return false
    setHeld(leaving)
    return true
  })

  useEffect(() => report?.(isDirty), [report, isDirty])

  useEffect(() => history.guard((leaving) => holdUp(leaving)), [history])

  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
    }
  }, [isDirty])

  return {
    isAsked: held !== null,
    stay: () => {
      setHeld(null)
    },
    leave: () => {
      setHeld(null)
      held?.proceed()
    },
  }
}
