import { expect, it } from 'vitest'
import { withoutKeyHint } from './key-hint.ts'

it.each([
  ['Ask something. (Shift+Enter for newline)', 'Ask something.'],
  ['Ask us (SHIFT + Enter breaks the line).  ', 'Ask us'],
  ['Ask about skin (face) (new line: shift+enter)', 'Ask about skin (face)'],
])('removes the hint from %j', (text, rest) => {
  expect(withoutKeyHint(text)).toBe(rest)
})

it.each([
  'Ask us',
  'Ask us (in English).',
  '(Shift+Enter) is a new line',
  'Ask (Shift+Enter) (now)',
  ')',
  '(',
  '',
])('leaves %j as it is', (text) => {
  expect(withoutKeyHint(text)).toBe(text)
})

it('takes a moment for a placeholder of spaces', () => {
  const text = `(${' '.repeat(200_000)}x`
  const from = performance.now()
  expect(withoutKeyHint(text)).toBe(text)
  expect(performance.now() - from).toBeLessThan(1000)
})
