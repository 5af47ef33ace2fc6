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
})
