import type { WidgetPlacement, WidgetPosition } from './themes/widget-themes.ts'

// Specification 2, section 9, in pixels.
const HORIZONTAL_MARGIN = 40
const VERTICAL_MARGIN = 44
const TOP_VERTICAL_MARGIN = 96

/** Distance of the open widget from its corner, in pixels (specification 2, section 9). */
export const cornerOffset = 24

/** Room for the widget, in pixels. */
export interface Viewport {
  width: number
  height: number
}

/** Geometry of an open widget. */
export interface WidgetScale {
  /** From 0 to 1. */
  scale: number
  /** Width on the screen, in pixels. */
  width: number
  /** Height on the screen, in pixels. */
  height: number
}

/** Returns the scale (at most 1) at which a widget fits the viewport with its margins. */
export function autoScale({ position, width, height }: WidgetPlacement, viewport: Viewport): WidgetScale {
  const vertical = isTop(position) ? TOP_VERTICAL_MARGIN : VERTICAL_MARGIN
  const fit = Math.min((viewport.width - HORIZONTAL_MARGIN) / width, (viewport.height - vertical) / height)
  const scale = Math.min(1, Math.max(0, fit))
  return { scale, width: width * scale, height: height * scale }
}

/** The corner as a `transform-origin`, which stays in place while the widget is scaled. */
export function transformOrigin(position: WidgetPosition): string {
  return position.replace('-', ' ')
}

function isTop(position: WidgetPosition): boolean {
  return position.startsWith('top')
}
