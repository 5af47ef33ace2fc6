/** Names of the widget's themes. */
export type WidgetTheme = 'ultra' | 'modern' | 'ivory' | 'aurora'

/** A corner of the viewport. */
export type WidgetPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** Position and unscaled size of a widget, in pixels. */
export interface WidgetPlacement {
  position: WidgetPosition
  width: number
  height: number
}

/** Every corner. */
export const widgetPositions: readonly WidgetPosition[] = [
  'bottom-right',
  'bottom-left',
  'top-right',
  'top-left',
]

/** Size and corner of each theme (specification 2, section 9). */
export const widgetThemes: Readonly<Record<WidgetTheme, WidgetPlacement>> = {
  ultra: { position: 'bottom-right', width: 520, height: 560 },
  modern: { position: 'bottom-right', width: 600, height: 560 },
  ivory: { position: 'bottom-right', width: 600, height: 640 },
  aurora: { position: 'bottom-left', width: 580, height: 640 },
}

/** The theme of that name; unknown names fall back to ultra (specification 2, section 3). */
export function toWidgetTheme(name: string | null | undefined): WidgetTheme {
  return isWidgetTheme(name) ? name : 'ultra'
}

/** Returns whether a theme has that name. */
export function isWidgetTheme(name: unknown): name is WidgetTheme {
  return typeof name === 'string' && Object.hasOwn(widgetThemes, name)
}

/** The corner of that name, else none. */
export function toWidgetPosition(name: string | null | undefined): WidgetPosition | undefined {
  return widgetPositions.find((position) => position === name)
}
