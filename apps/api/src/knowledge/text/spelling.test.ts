import { assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, nearestWord } from './spelling.ts'

describe('nearestWord', () => {
  it.each([
    ['magnesum', ['magnesium', 'magnolia'], 'magnesium'],
    ['vitmain', ['vitamin'], 'vitamin'],
    ['excercises', ['exercises'], 'exercises'],
    ['physics', ['physical'], undefined],
    ['weather', ['whether'], undefined],
    ['slep', ['step', 'sleep'], 'sleep'],
    ['iorn', ['iron'], 'iron'],
    ['sell', ['smell', 'cell'], undefined],
    ['cats', ['oats', 'carts'], undefined],
  ])('%s among %s is %s', (asked, known, nearest) => {
    expect(nearestWord(asked, known)).toBe(nearest)
  })

  it('counts a swap of neighbours as one edit', () => {
    expect(editDistance('vitmain', 'vitamin')).toBe(1)
    expect(editDistance('teh', 'the')).toBe(1)
  })
  it('is the distance of the whole table of the words, up to the limit', () => {
    const word = string({ unit: constantFrom('a', 'b', 'c'), maxLength: 9 })
    assert(
      property(word, word, integer({ min: 1, max: 9 }), (left, right, most) => {
        const whole = tableDistance(left, right)
        expect(editDistance(left, right)).toBe(whole)
        const limited = editDistance(left, right, most)
        expect(whole <= most ? limited : limited > most).toBe(whole <= most ? whole : true)
      }),
      { numRuns: 2000 },
    )
  })
})

/** The distance by its definition: every prefix of one word against every prefix of the other. */
function tableDistance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      const cost = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped)
      table[row]?.splice(column, 1, cost)
    }
  }
  return at(left.length, right.length)
}
