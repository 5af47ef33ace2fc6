/**
 * Of each theme the launcher's colour, the corners of launcher and widget in pixels, and the widget's ground in light
 * and dark, which is there before the widget is.
 */
export const looks: ReadonlyMap<string | undefined, string> = new Map([
  ['ultra', '#0b6350 20 #fff,#0e1614'],
  ['modern', '#0b0b0c 4 #fff,#0b0b0c'],
  ['ivory', '#8a4513 12 #fbf5e8,#1f1810'],
  ['aurora', '#5a32d1 26 #f6f4ff,#0f0b22'],
])
