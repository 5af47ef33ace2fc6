import type { ChatEngine } from '@org/chat-engine'
import { useEffect, useEffectEvent, useState } from 'react'

// Delay between a failed load and the next attempt, in ms.
const retryMs = 2000

/**
 * The engine, whose code comes after the box to write in; null until then.
 *
 * @param wanted whether it may load
 * @param load fetches its code and makes it
 */
export function useLateEngine(wanted: boolean, load: () => Promise<ChatEngine>): ChatEngine | null {
  const [engine, setEngine] = useState<ChatEngine | null>(null)
  const loadNow = useEffectEvent(load)
  const isLoading = wanted && engine === null

  useEffect(() => {
    if (!isLoading) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const fetch = async (): Promise<void> => {
      try {
        const loaded = await loadNow()
        if (!isOver) setEngine(loaded)
      } catch {
        // The network may be back by then.
        if (!isOver) timer = setTimeout(() => void fetch(), retryMs)
      }
    }
    void fetch()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isLoading])
  return engine
}
