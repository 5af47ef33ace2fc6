import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { readChartColors } from './chart-colors.ts'
import type { ChartColors } from './chart-colors.ts'

const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** The colours at an element, read again when the theme or the contrast changes; null before the first reading. */
export function useChartColors(ref: RefObject<Element | null>): ChartColors | null {
  const [colors, setColors] = useState<ChartColors | null>(null)
  useLayoutEffect(() => {
    const read = () => {
      if (ref.current !== null) setColors(readChartColors(ref.current))
    }
    read()
    const media = queries.map((query) => matchMedia(query))
    for (const query of media) query.addEventListener('change', read)
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['class', 'data-theme'] })
    return () => {
      for (const query of media) query.removeEventListener('change', read)
      observer.disconnect()
    }
  }, [ref])
  return colors
}
