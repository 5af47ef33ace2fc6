import type { EmbedLists } from '@org/api-client'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What the configurator editor shows before it is saved, as it is typed; null everywhere else. It comes over a
 * `BroadcastChannel`, which no other origin can reach, named by `draft` in the address of this document or of the
 * page of our own that frames it.
 */
export function useDraft(onTheme: (theme: string) => void): EmbedLists | null {
  const [draft, setDraft] = useState<EmbedLists | null>(null)

  const show = useEffectEvent((next: EmbedLists) => {
    setDraft(next)
    onTheme(next.config.theme)
  })

  useEffect(() => {
    const name = channelName(window)
    if (name === null) return undefined
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLists(data)) show(data)
    })
    // Whatever was typed before this frame was there is told again.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- No other origin can hear a channel.
    channel.postMessage('ready')
    return () => channel.close()
  }, [])

  return draft
}

function channelName(view: Window): string | null {
  try {
    const addresses = [view.location, view.parent.location]
    return addresses.map(({ search }) => new URLSearchParams(search).get('draft')).find(Boolean) ?? null
  } catch {
    // The page that frames it is another site's.
    return null
  }
}

// Both ends are ours and of one build: this only tells it from the frames' own 'ready'.
function isLists(data: unknown): data is EmbedLists {
  return typeof data === 'object' && data !== null && 'config' in data
}
