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
 * @returns null where it carries none
 */
export function measureTheme(look: HTMLElement): ThemeContrast | null {
  const [light, dark] = [measureScheme(look, 'light'), measureScheme(look, 'dark')]
  return Number.isNaN(light + dark) ? null : { light, dark }
}

function measureScheme(look: HTMLElement, scheme: 'light' | 'dark'): number {
  const { ownerDocument: shown } = look
  const probe = shown.importNode(look, false)
  probe.dataset['theme'] = scheme
  look.after(probe)
  const style = shown.defaultView?.getComputedStyle(probe)
  const colorOf = (property: string): string => {
    // The browser normalises every colour notation to rgb().
    probe.style.color = ''
    probe.style.color = style?.getPropertyValue(property).trim() ?? ''
    return probe.style.color === '' ? '' : (style?.color ?? '')
  }
  const ratios = pairs.map(([ink, paper]) => contrast(colorOf(ink), colorOf(paper)))
  probe.remove()
  return Math.min(...ratios)
}

/** The contrast ratio of two colours `rgb(r, g, b)`, from 1 to 21 (WCAG 2.2); NaN for what is written otherwise. */
export function contrast(one: string, other: string): number {
  const [high = Number.NaN, low = Number.NaN] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/u.exec(color) ?? []
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels.map((channel) => {
    const value = Number(channel) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
