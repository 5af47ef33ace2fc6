import { describe, expect, it } from 'vitest'
import { shorten, titleFromQuestion } from './conversation-title.ts'

describe('titleFromQuestion', () => {
  it.each([
    ['how much zinc do I need?', 'How much zinc do I need?'],
    [
      'How much magnesium does an adult need, and what helps me sleep?',
      'How much magnesium does an adult need',
    ],
    ['Hi! Can you please tell me what SPF means?  Thanks', 'What SPF means?'],
    ['**bold** <b>claims</b>\n\nabout\tsleep.', 'Bold b claims /b about sleep'],
    ['ñandú facts', 'Ñandú facts'],
    ['🧘 yoga', '🧘 yoga'],
    ['x'.repeat(500), `X${'x'.repeat(58)}…`],
    ['   ', ''],
  ])('%s', (question, title) => {
    expect(titleFromQuestion(question)).toBe(title)
  })

  it('has at most 60 characters and is well-formed, whatever the question', () => {
    for (const question of ['🧘‍♀️'.repeat(100), 'word '.repeat(100), `${'a'.repeat(59)}🧘🧘🧘`]) {
      const title = titleFromQuestion(question)
      expect(Array.from(title).length).toBeLessThanOrEqual(60)
      expect(title.isWellFormed()).toBe(true)
    }
  })
})

describe('shorten', () => {
  it('cuts between words', () => {
    expect(shorten('one two three', 9)).toBe('one two…')
    expect(shorten('one two', 7)).toBe('one two')
  })
})
