import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { toTurns } from './thread-turns.ts'

const isQuestion = (key: string): boolean => key.startsWith('q')
const keysOf = (keys: readonly string[]): string[][] =>
  toTurns(keys, isQuestion).turns.map(({ messageKeys }) => messageKeys.slice())

it('puts a question and what answers it together', () => {
  expect(keysOf(['a0', 'q1', 'a1', 'q2', 'q3', 'a3', 'a4'])).toEqual([
    ['a0'],
    ['q1', 'a1'],
    ['q2'],
    ['q3', 'a3', 'a4'],
  ])
})

it('keeps the turns that still hold', () => {
  const before = toTurns(['q1', 'a1', 'q2', 'a2'], isQuestion)
  const { turns } = toTurns(['q1', 'a1', 'q2', 'a2', 'q3'], isQuestion, before)
  expect(turns[0]).toBe(before.turns[0])
  expect(turns[1]).toBe(before.turns[1])
  expect(turns).toHaveLength(3)
})

it('gives the same from any list before', () => {
  const keys = fc.uniqueArray(fc.stringMatching(/^[qa][0-9]$/u), { maxLength: 12 })
  fc.assert(
    fc.property(keys, keys, fc.nat(12), (one, other, shared) => {
      const next = [...new Set([...one.slice(0, shared), ...other])]
      const before = toTurns(one, isQuestion)
      expect(toTurns(next, isQuestion, before).turns).toEqual(toTurns(next, isQuestion).turns)
    }),
  )
})
