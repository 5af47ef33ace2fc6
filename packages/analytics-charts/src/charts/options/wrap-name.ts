/**
 * Breaks a name that is wider than a line into two lines, at the last space that keeps the first line within the width.
 * A name whose first word is too wide, and a name that fits, stay on one line.
 *
 * @param width of a line, in the unit of `measure`
 * @param measure returns the width of a text
 * @returns one or two lines; the second may still be too wide
 */
export function wrapName(name: string, width: number, measure: (text: string) => number): string[] {
  if (measure(name) <= width) return [name]
  const words = name.split(' ')
  let first = words[0] ?? ''
  let count = 1
  for (const word of words.slice(1)) {
    const longer = `${first} ${word}`
    if (measure(longer) > width) break
    first = longer
    count++
  }
  return count === words.length ? [name] : [first, words.slice(count).join(' ')]
}
