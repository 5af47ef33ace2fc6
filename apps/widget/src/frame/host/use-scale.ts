import { useEffect, useSyncExternalStore } from 'react'
import { autoScale, type WidgetScale } from '../../auto-scale.ts'
import type { WidgetPlacement } from '../../themes/widget-themes.ts'
import type { HostBridge } from './host-bridge.ts'

/** Viewport reported by the host page; `full`: the widget covers all of it. */
export interface HostViewport {
  width: number
  height: number
  full: boolean
}

// Room for the launcher while the widget is closed, in pixels (specification 2, section 9).
const closedSize = 240

/** Scales the widget to the host page's viewport, else to the document's own, and reports the scale to the page. */
export function useScale(
  placement: WidgetPlacement,
  host: HostViewport | null,
  { open, bridge }: { open: boolean; bridge: HostBridge },
): WidgetScale {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const height = useSyncExternalStore(onResize, () => window.innerHeight)
  const room = host ?? { width, height }
  const drawn =
    host?.full === true ? { scale: 1, width: host.width, height: host.height } : autoScale(placement, room)
  const { scale, ...size } = open ? drawn : { scale: 1, width: closedSize, height: closedSize }
  const { width: shownWidth, height: shownHeight } = size

  useEffect(() => {
    // Not before it is drawn as the page has asked for meanwhile: it would shrink and grow again.
    let isStale = false
    queueMicrotask(() => {
      if (!isStale) bridge.scale({ scale, width: shownWidth, height: shownHeight })
    })
    return () => {
      isStale = true
    }
  }, [bridge, scale, shownWidth, shownHeight])

  return drawn
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
