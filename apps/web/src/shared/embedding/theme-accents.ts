import type { WidgetTheme } from '@org/api-client'

/** Accent of each theme in light: the launcher's colour where nothing else is chosen. A test compares it with the loader's. */
export const themeAccents: Readonly<Record<WidgetTheme, string>> = {
  ultra: '#0b6350',
  modern: '#0b0b0c',
  ivory: '#8a4513',
  aurora: '#5a32d1',
}
