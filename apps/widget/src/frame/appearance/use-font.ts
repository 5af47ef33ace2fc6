import type { WidgetFont } from '@org/api-client'
import { useEffect } from 'react'

/** Fetches the typeface of a widget where it is one of ours. Until it has come, and without it, the system's is shown. */
export function useFont(font: WidgetFont): void {
  useEffect(() => {
    if (font === 'inter' || font === 'newsreader') void import('./fonts.css').catch(() => undefined)
  }, [font])
}
