import { textOn } from '@org/theme'
import type { LauncherIcon, WidgetAppearance } from '@org/api-client'

/** Outlines of the launcher's signs, in a box of 26 × 26; the speech bubble is the loader's own. */
export const launcherIcons: Readonly<Record<LauncherIcon, string>> = {
  chat: "path('M13 3a10 9 0 1 1-5 17l-5 3 1-6a10 9 0 0 1 9-14z')",
  question:
    "path(evenodd,'M13 2a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM9 10.5h2.4a1.7 1.7 0 1 1 2.6 1.6c-1.4.9-2.2 1.6-2.2 3.4h2.4c0-.9.4-1.2 1.2-1.7a4 4 0 1 0-6.4-3.3zM11.7 17.2h2.6v2.6h-2.6z')",
  spark: "path('M13 1q1.6 10.4 12 12q-10.4 1.6-12 12q-1.6-10.4-12-12q10.4-1.6 12-12z')",
  leaf: "path(evenodd,'M23 3c1.6 10-2 18-10 18.5c-2 .1-3.6-.4-4.9-1.2L5.4 23l-1.8-1.6L6 18.6C1.6 11 8 3.4 23 3zM8.7 17.2l.9.8c2-3.5 4.7-6.4 8.4-9.4c-4.2 2-7.3 5-9.3 8.6z')",
}

/** Looks of a launcher that its tag names. */
export type LauncherLook = Pick<WidgetAppearance, 'accent' | 'icon' | 'radius'>

/**
 * The value of the loader's `data-look`: the custom properties of the launcher that differ from the theme's.
 *
 * @throws {TypeError} when `accent` is not written `#rrggbb`
 */
export function launcherLook({ accent, icon, radius }: LauncherLook): string {
  return [
    accent !== null && `--paint:${accent};--sign:${textOn(accent)}`,
    radius !== null && `--radius:${radius}px`,
    icon !== 'chat' && `--icon:${launcherIcons[icon]}`,
  ]
    .filter((declaration) => declaration !== false)
    .join(';')
}
