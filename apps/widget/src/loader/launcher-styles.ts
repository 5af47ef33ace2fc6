import type { WidgetTheme } from '../themes/widget-themes.ts'

/** Colours and corners of a theme, shown before the frame has loaded. The radius is in pixels. */
export type LauncherStyle = readonly [launcher: string, radius: number, lightPanel: string, darkPanel: string]

export const launcherStyles: Readonly<Record<WidgetTheme, LauncherStyle>> = {
  ultra: ['#0b6350', 20, '#fff', '#0e1614'],
  modern: ['#0b0b0c', 4, '#fff', '#0b0b0c'],
  ivory: ['#8a4513', 12, '#fbf5e8', '#1f1810'],
  aurora: ['#5a32d1', 26, '#f6f4ff', '#0f0b22'],
}
