import { describe, expect, it } from 'vitest'
import { isSpike } from './spike-alert.ts'

describe('a spike of dangers', () => {
  it.each([
    [9, 0, false],
    [10, 0, true],
    [10, 2, false],
    [11, 2, true],
    [20, 4, false],
    [21, 4, true],
  ])('%d dangers in an hour where %d are usual: %s', (count, usual, expected) => {
    expect(isSpike({ count, usual })).toBe(expected)
  })
})
