import { useEffect, useState } from 'react'

/** A theme of the widget and the corner in which it stands. */
export interface DraftCorner {
  theme: string
  position: string
}

/**
 * Where the widget stands that is being edited, as it is typed; null until the configurator editor has told, or without
 * one. Theme, title and lists are shown by the widget itself: this changes only with the corner, which is the loader's.
 *
 * @param draft name of the editor's `BroadcastChannel`, which no other origin can reach
 */
export function useDraftCorner(draft: string | null): DraftCorner | null {
  const [corner, setCorner] = useState<DraftCorner | null>(null)

  useEffect(() => {
    if (draft === null) return undefined
    const channel = new BroadcastChannel(draft)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isDraft(data)) {
        const { theme, position } = data.config
        setCorner((shown) => (shown?.position === position ? shown : { theme, position }))
      }
    })
    // Whatever was typed before this page was there is told again.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- No other origin can hear a channel.
    channel.postMessage('ready')
    return () => channel.close()
  }, [draft])

  return corner
}

// Both ends are ours and of one build: this only tells it from the frames' own 'ready'.
function isDraft(data: unknown): data is { config: DraftCorner } {
  return typeof data === 'object' && data !== null && 'config' in data
}
