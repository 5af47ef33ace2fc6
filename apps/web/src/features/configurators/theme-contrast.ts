import { tokenProperty } from '@org/theme'

/** The least contrast of letters and what is behind them, in each scheme. */
export interface ThemeContrast {
  light: number
  dark: number
}

/** WCAG 2.2 AA, success criterion 1.4.3, for text of ordinary size. */
export const leastAllowed = 4.5

// Messages and their notes, links and citations, one's own messages, buttons, and the widget's own header.
const pairs = [
  [tokenProperty('color-text'), tokenProperty('color-background')],
  [tokenProperty('color-muted'), tokenProperty('color-background')],
  [tokenProperty('color-accent'), tokenProperty('color-background')],
  [tokenProperty('color-bubble-user-text'), tokenProperty('color-bubble-user')],
  [tokenProperty('color-accent-contrast'), tokenProperty('color-accent')],
  ['--widget-header-text', '--widget-header'],
] as const

/**
 * Measures the theme that a widget's document shows, in both schemes, whichever one it shows.
 *
 * @param look the element that carries the theme's colours
 * @returns null where the colours are the system's own (forced colours)
 */
export function measureTheme(look: HTMLElement): ThemeContrast | null {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => {
    const probe = look.ownerDocument.importNode(look, false)
    probe.dataset['theme'] = scheme
    look.after(probe)
    const style = look.ownerDocument.defaultView?.getComputedStyle(probe)
    const ratios = pairs.map(([ink, paper]) =>
      contrast(style?.getPropertyValue(ink) ?? '', style?.getPropertyValue(paper) ?? ''),
    )
    probe.remove()
    return Math.min(...ratios)
  })
  return light === undefined || dark === undefined || Number.isNaN(light + dark) ? null : { light, dark }
}

/** The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2); NaN for what is written otherwise. */
export function contrast(one: string, other: string): number {
  const [high = Number.NaN, low = Number.NaN] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [, ...pairsOfDigits] = /^\s*#([\da-f]{2})([\da-f]{2})([\da-f]{2})\s*$/iu.exec(color) ?? []
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = pairsOfDigits.map((digits) => {
    const value = Number.parseInt(digits, 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
