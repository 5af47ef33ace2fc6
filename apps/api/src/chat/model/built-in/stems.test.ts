import { describe, expect, it } from 'vitest'
import { related, stem, stems } from './stems.ts'

describe('stem', () => {
  it.each([
    ['sleeping', 'sleeps'],
    ['vitamins', 'vitamin'],
    ['running', 'runs'],
    ['babies', 'baby'],
    ['exercises', 'exercise'],
    ['hydrated', 'hydrate'],
  ])('brings %s and %s together', (left, right) => {
    expect(stem(left)).toBe(stem(right))
  })

  it('keeps the vitamins apart', () => {
    expect(stems('vitamin C')).not.toEqual(stems('vitamin D'))
    expect(
      [...stems('vitamin C')].some((left) => [...stems('Vitamin D')].some((right) => related(left, right))),
    ).toBe(false)
  })
})

describe('related', () => {
  it('forgives endings, not beginnings', () => {
    expect(related('absorb', 'absorption')).toBe(true)
    expect(related('protein', 'protect')).toBe(false)
    expect(related('iron', 'irons')).toBe(false)
  })
})
