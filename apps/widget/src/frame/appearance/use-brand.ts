import type { WidgetAppearance } from '@org/api-client'
import { useEffect } from 'react'
import { useAccent } from './accent-sheet.ts'

/**
 * Gives the document the colours of a brand, and fetches its typeface where it is one of ours. Until that has come, and
 * without it, the system's is shown.
 */
export function useBrand({ accent, font }: Pick<WidgetAppearance, 'accent' | 'font'>): void {
  useAccent(accent)
  useEffect(() => {
    if (font === 'inter' || font === 'newsreader') void import('./fonts.css').catch(() => undefined)
  }, [font])
}
