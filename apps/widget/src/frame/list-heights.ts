import type { WidgetTheme } from '../themes/widget-themes.ts'

/** Height of the message list in each theme, in pixels, at the theme's own height (specification 2, section 9). */
export const listHeights: Readonly<Record<WidgetTheme, number>> = {
  ultra: 380,
  modern: 360,
  ivory: 360,
  aurora: 420,
}
