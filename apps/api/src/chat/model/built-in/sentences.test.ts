import { describe, expect, it } from 'vitest'
import { splitSentences } from '../sentences.ts'
import { fitOf, populationAsked, populationOf } from './population.ts'
import { related, stem, stems } from './sentences.ts'

describe('splitSentences', () => {
  it('does not end a sentence at an abbreviation or inside a number', () => {
    expect(splitSentences('U.S. adults need 2.4 mcg a day. Drs. agree, e.g. most.\nIs it so? Yes.')).toEqual([
      'U.S. adults need 2.4 mcg a day.',
      'Drs. agree, e.g. most.',
      'Is it so?',
      'Yes.',
    ])
  })
})

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
