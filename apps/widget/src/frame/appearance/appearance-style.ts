import { tokenProperty } from '@org/theme'
import type { WidgetAppearance, WidgetFont } from '@org/api-client'

/** Custom properties of an element's style. */
type Properties = Record<`--${string}`, string>

/** Typefaces by their choice; the theme's and the page's are not among them. */
const families: Partial<Record<WidgetFont, string>> = {
  system: 'system-ui, sans-serif',
  inter: "'Inter', system-ui, sans-serif",
  newsreader: "'Newsreader', Georgia, serif",
}

/**
 * Custom properties of a widget's corners, typeface and avatar, for its outermost element.
 *
 * @param pageFont typefaces of the page, as its loader names them
 */
export function appearanceStyle(
  { radius, font, avatar }: Pick<WidgetAppearance, 'radius' | 'font' | 'avatar'>,
  pageFont: string | null,
): Properties {
  const family = font === 'host' ? pageFont : (families[font] ?? null)
  return {
    ...(radius === null ? {} : corners(radius)),
    ...(family === null ? {} : { '--org-font-sans': family, '--org-font-display': family }),
    ...(avatar === null ? {} : { '--widget-avatar': `url(${JSON.stringify(avatar)})` }),
  }
}

/** Corners of the card and, smaller, of what stands inside of it. */
function corners(radius: number): Properties {
  const inner = (largest: number): string => `${Math.min(radius, largest)}px`
  return {
    '--widget-radius': `${radius}px`,
    '--widget-launcher-radius': `${Math.min(radius, 28)}px`,
    [tokenProperty('radius-large')]: inner(16),
    [tokenProperty('radius-medium')]: inner(10),
    [tokenProperty('radius-small')]: inner(6),
  }
}
