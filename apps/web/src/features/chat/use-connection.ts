import { useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'

/** Duration of the notice that the connection is back, in ms. */
const regainedMs = 4000

/** Returns the network state; `regained` for a while after it was lost. */
export function useConnection(): 'there' | 'lost' | 'regained' {
  const online = useOnline()
  const [wasLost, setWasLost] = useState(!online)
  if (!online && !wasLost) setWasLost(true)

  useEffect(() => {
    if (!online || !wasLost) return undefined
    const timer = setTimeout(() => {
      setWasLost(false)
    }, regainedMs)
    return () => {
      clearTimeout(timer)
    }
  }, [online, wasLost])

  if (!online) return 'lost'
  return wasLost ? 'regained' : 'there'
}
