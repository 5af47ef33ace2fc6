import { expect, it } from 'vitest'
import { isReviewCurrent } from './review.ts'
import lines from './data/help-lines.json' with { type: 'json' }
import texts from './data/texts.json' with { type: 'json' }

const now = Date.parse('2026-11-22T12:00:00Z')

it.each([
  [null, false],
  ['2026-11-01', true],
  ['2025-12-01', true],
  ['2025-11-01', false],
])('a review of %s is current: %s', (reviewedOn, current) => {
  expect(isReviewCurrent(reviewedOn, now)).toBe(current)
})

it('the data files claim no review that nobody made', () => {
  expect([lines.reviewed, texts.reviewed]).toEqual([null, null])
  expect(JSON.stringify([lines.owner, texts.owner])).toBe('["operator","operator"]')
})
