import { expect, it } from 'vitest'
import { breakLine } from './json-indent.ts'

/** Returns the text with a caret (|) after Enter is pressed at its caret. */
function enter(marked: string): string {
  const at = marked.indexOf('|')
  const value = marked.replace('|', '')
  const { text, caret } = breakLine(value, at, at)
  return `${value.slice(0, at)}${text.slice(0, caret)}|${text.slice(caret)}${value.slice(at)}`
}

it.each([
  ['|', '\n|'],
  ['  "a": 1,|', '  "a": 1,\n  |'],
  ['{|}', '{\n  |\n}'],
  ['  "a": [ | ]', '  "a": [ \n    |\n   ]'],
  ['{|"a": 1}', '{\n  |"a": 1}'],
  ['{\n  "a": {|\n}', '{\n  "a": {\n    |\n}'],
])('%j becomes %j', (before, after) => {
  expect(enter(before)).toBe(after)
})

it('takes the place of what is selected', () => {
  expect(breakLine('  abc}', 2, 5)).toEqual({ text: '\n  ', caret: 3 })
})
