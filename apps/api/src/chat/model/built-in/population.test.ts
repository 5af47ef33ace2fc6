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

describe('ages', () => {
  it.each([
    ['How much calcium do I need after 50?', 51],
    ['a woman of 35', 35],
    ['my 70 year old mother', 70],
    ["I'm 42", 42],
    ['My gran is 78', 78],
    ['my four-year-old', 4],
    ["i'm fifty five", 55],
    ['a lad of six', 6],
    ['a seven-month-old baby', 0],
    ['is 5000 IU too much', undefined],
    ['how much zinc', undefined],
  ])('%s asks for %s', (question, age) => {
    expect(populationAsked(question).ages[0]?.[0]).toBe(age)
  })

  it.each([
    ['adults aged 19 to 50', 51, false],
    ['women aged 51 to 70', 51, true],
    ['adults older than 70', 80, true],
    ['420 mg a day from age 31 onward', 35, true],
    ['65 and older', 60, false],
    ['the amount', 60, undefined],
    ['adults need 90 mg', 60, undefined],
    ['children need 60 mg', 60, false],
  ])('%s speaks of %i: %s', (sentence, age, speaks) => {
    const ages = populationAsked(`somebody of ${age}`)
    const fit = fitOf(ages, populationOf(sentence))
    expect({ exact: true, conflict: false, neutral: undefined }[fit]).toBe(speaks)
  })
})
