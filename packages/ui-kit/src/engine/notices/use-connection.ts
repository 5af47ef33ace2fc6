import { useEffect, useState, useSyncExternalStore } from 'react'

/** Duration of the notice that the connection is back, in ms. */
const regainedMs = 4000

/** Returns the network state; `regained` for a while after it was lost. */
export function useConnection(): 'there' | 'lost' | 'regained' {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  const [wasLost, setWasLost] = useState(!online)
  if (!online && !wasLost) setWasLost(true)

  useEffect(() => {
    if (!online || !wasLost) return undefined
    const timer = setTimeout(() => setWasLost(false), regainedMs)
    return () => clearTimeout(timer)
  }, [online, wasLost])

  if (!online) return 'lost'
  return wasLost ? 'regained' : 'there'
}

function isOnline(): boolean {
  return navigator.onLine
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
