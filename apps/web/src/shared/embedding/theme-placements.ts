import type { WidgetPosition, WidgetTheme } from '@org/api-client'

/** Position and size of each theme, in pixels (specification 2, section 9). */
export const themePlacements: Readonly<
  Record<WidgetTheme, { position: WidgetPosition; width: number; height: number }>
> = {
  ultra: { position: 'bottom-right', width: 520, height: 560 },
  modern: { position: 'bottom-right', width: 600, height: 560 },
  ivory: { position: 'bottom-right', width: 600, height: 640 },
  aurora: { position: 'bottom-left', width: 580, height: 640 },
}

/** Every theme, in the order in which they are offered. */
export const themeNames: readonly WidgetTheme[] = ['ultra', 'modern', 'ivory', 'aurora']
