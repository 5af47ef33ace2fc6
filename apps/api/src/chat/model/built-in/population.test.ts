import { describe, expect, it } from 'vitest'
import { fitOf, isVeryYoung, populationAsked, populationOf } from './population.ts'

describe('populationAsked', () => {
  it('reads the months of a baby as its age', () => {
    expect(populationAsked('May I use it on a baby of three months?').ages).toEqual([[0, 0]])
  })

  it('reads months of use as a duration', () => {
    expect(populationAsked('Can a woman take it for 3 months?').hasFigures).toBe(false)
  })
})

describe('isVeryYoung', () => {
  it.each([
    ['a seven-month-old baby', true],
    ['a toddler', true],
    ['a child of 9', false],
    ['somebody', false],
  ])('is true for infants and toddlers alone: %s', (text, expected) => {
    expect(isVeryYoung(populationAsked(`How much iron for ${text}?`))).toBe(expected)
  })
})

describe('fitOf', () => {
  it.each([
    ['Ask a doctor before giving it to a child.', 'neutral'],
    ['Children aged 9 to 13 need 8 mg a day.', 'conflict'],
    ['Adults need 11 mg a day.', 'conflict'],
  ])('of a sentence for a baby: %s %s', (sentence, fit) => {
    expect(fitOf(populationAsked('My baby is 5 months old, may I give it?'), populationOf(sentence))).toBe(
      fit,
    )
  })
})
