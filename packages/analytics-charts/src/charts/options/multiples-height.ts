/** Height in px of a row's heading: its name and total. */
export const HEAD_HEIGHT = 28
/** Height in px of a row's columns. */
export const PLOT_HEIGHT = 36
/** Height in px of a row: heading, columns, and room before the next one. */
export const ROW_HEIGHT = HEAD_HEIGHT + PLOT_HEIGHT + 12
/** Height in px of the labels under the last row. */
const AXIS_HEIGHT = 20

/** Height of small multiples in px. */
export function multiplesHeight(rows: number): number {
  return rows * ROW_HEIGHT + AXIS_HEIGHT
}
