import type { EmbedLists } from '@org/api-client'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns the unsaved configuration of the configurator editor, as it is typed; null elsewhere. It arrives over a
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
    const channel = openChannel(channelName(window))
    if (channel === null) return undefined
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLists(data)) show(data)
    })
    // The editor sends its current values again after 'ready'.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel is limited to its origin.
    channel.postMessage('ready')
    return () => channel.close()
  }, [])

  return draft
}

function openChannel(name: string | null): BroadcastChannel | null {
  try {
    return name === null ? null : new BroadcastChannel(name)
  } catch {
    // Forbidden: Firefox throws for a site whose cookies are blocked.
    return null
  }
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

// Both ends belong to one build: the check only separates drafts from the frames' 'ready'.
function isLists(data: unknown): data is EmbedLists {
  return typeof data === 'object' && data !== null && 'config' in data
}
