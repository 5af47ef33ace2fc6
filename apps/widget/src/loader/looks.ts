/** Of each theme the launcher's colour, and the corners of launcher and widget in pixels. */
export const looks: ReadonlyMap<string | undefined, readonly [paint: string, radius: number]> = new Map([
  ['ultra', ['#0b6350', 20]],
  ['modern', ['#0b0b0c', 4]],
  ['ivory', ['#8a4513', 12]],
  ['aurora', ['#5a32d1', 26]],
])
