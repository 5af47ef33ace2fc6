import { expect, it } from 'vitest'
import { changedWords } from './changed-words.ts'

/** The texts of both sides, with changed words in brackets. */
function marked(before: string, after: string) {
  const words = changedWords(before, after)
  return (
    words &&
    [words.before, words.after].map((pieces) =>
      pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
    )
  )
}

it('marks the words that the other text lacks', () => {
  expect(marked('Answer in two sentences.\nCite sources.', 'Answer in one sentence.\nCite sources.')).toEqual(
    ['Answer in [two] [sentences.]\nCite sources.', 'Answer in [one] [sentence.]\nCite sources.'],
  )
  expect(marked('اذكر المصادر دائمًا', 'اذكر المصادر أحيانًا')).toEqual([
    'اذكر المصادر [دائمًا]',
    'اذكر المصادر [أحيانًا]',
  ])
})

it('marks added and removed lines', () => {
  const [before = '', after = ''] = marked('One line.', 'One line.\nAnother line.') ?? []
  expect(before).toBe('One line.')
  expect(after).toMatch(/^One line\.\[\s*Another line\.\]$/u)
})

it('marks nothing in single words and in texts that have nothing in common', () => {
  expect(marked('draft', 'published')).toBeUndefined()
  expect(marked('all of', 'nothing\nelse')).toBeUndefined()
  const numbers = (from: number) => Array.from({ length: 1000 }, (_, at) => from + at).join(' ')
  expect(marked(numbers(0), numbers(5000))).toBeUndefined()
})
