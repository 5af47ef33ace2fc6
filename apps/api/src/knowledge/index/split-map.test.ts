import { describe, expect, it } from 'vitest'
import { SplitMap } from './split-map.ts'

describe('SplitMap', () => {
  it('stores, replaces and deletes like a map', () => {
    const words = new SplitMap<string, number>()
    const known = new Map<string, number>()
    for (let number = 0; number < 5000; number++) {
      const word = `word${(number * 7) % 1300}`
      words.set(word, number)
      known.set(word, number)
      if (number % 3 === 0) {
        words.delete(`word${number}`)
        known.delete(`word${number}`)
      }
    }
    expect(words.size).toBe(known.size)
    for (let number = 0; number < 1400; number++) {
      expect(words.get(`word${number}`)).toBe(known.get(`word${number}`))
      expect(words.has(`word${number}`)).toBe(known.has(`word${number}`))
    }
  })

  it('takes numbers, the same entry for the same number', () => {
    const slots = new SplitMap<number, string>()
    slots.set(64, 'a')
    slots.set(0, 'b')
    slots.delete(7)
    expect([slots.get(64), slots.get(0), slots.get(128), slots.size]).toEqual(['a', 'b', undefined, 2])
  })
})
