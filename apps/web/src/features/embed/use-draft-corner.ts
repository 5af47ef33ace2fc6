import { useEffect, useState } from 'react'
import { openChannel } from '../../shared/embedding/open-channel.ts'

/** A theme of the widget and the corner in which it stands. */
export interface DraftCorner {
  theme: string
  position: string
}

/**
 * Returns the position of the edited widget as it is typed; null until the configurator editor has sent it, or without
 * one. Theme, title and lists are shown by the widget itself: this changes only with the corner, which is the loader's.
 *
 * @param draft name of the editor's `BroadcastChannel`, which no other origin can reach
 */
export function useDraftCorner(draft: string | null): DraftCorner | null {
  const [corner, setCorner] = useState<DraftCorner | null>(null)

  useEffect(() => {
    const channel = draft === null ? null : openChannel(draft)
    if (channel === null) return undefined
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isDraft(data)) {
        const { theme, position } = data.config
        setCorner((shown) => (shown?.position === position ? shown : { theme, position }))
      }
    })
    // The editor sends its current values again after 'ready'.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel is limited to its origin.
    channel.postMessage('ready')
    return () => channel.close()
  }, [draft])

  return corner
}

// Both ends belong to one build: the check only separates drafts from the frames' 'ready'.
function isDraft(data: unknown): data is { config: DraftCorner } {
  return typeof data === 'object' && data !== null && 'config' in data
}
