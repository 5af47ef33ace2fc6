import { describe, expect, it } from 'vitest'
import { kindFactor } from './question-kind.ts'

describe('kindFactor', () => {
  const definition = 'The percent Daily Value shows how much one serving adds to a diet.'
  const amount = 'The Daily Value for iron is 18 mg.'

  it.each([
    'what does % daily value mean',
    'What does DV stand for?',
    'daily value meaning',
    'define daily value',
  ])('prefers a definition to a figure for %j', (question) => {
    const factor = kindFactor(question)
    expect(factor(definition, 'What percent Daily Value means')).toBeGreaterThan(
      factor(amount, 'Common Daily Values'),
    )
  })

  it('prefers a figure where an amount is asked for', () => {
    const factor = kindFactor('what is the daily value of iron')
    expect(factor(amount, '')).toBeGreaterThan(factor(definition, ''))
  })
})
