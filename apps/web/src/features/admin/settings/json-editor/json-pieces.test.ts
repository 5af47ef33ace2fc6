import { expect, it } from 'vitest'
import { toJsonPieces } from './json-pieces.ts'

const colours = (text: string) =>
  toJsonPieces(text).flatMap(({ text: piece, kind }) => (kind === undefined ? [] : [[piece, kind]]))

it('tells keys, texts, numbers and words apart', () => {
  expect(colours('{"a": "b : c", "d" : [1, -2.5e+3, true, null], "e\\"f": "g"}')).toEqual([
    ['"a"', 'key'],
    ['"b : c"', 'text'],
    ['"d"', 'key'],
    ['1', 'number'],
    ['-2.5e+3', 'number'],
    ['true', 'word'],
    ['null', 'word'],
    ['"e\\"f"', 'key'],
    ['"g"', 'text'],
  ])
})

it.each(['', '{', '{"a', '"a\nb": nul', '}{ "\\', '[truefalse, 01]', '🌿 "🌿"'])(
  'loses nothing of %j',
  (text) => {
    for (const errorAt of [undefined, 0, text.length - 1, text.length]) {
      expect(
        toJsonPieces(text, errorAt)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  },
)

it.each([
  ['{"a": object}', 6, 'o'],
  ['{"a" "b"}', 5, '"b"'],
  ['{', 1, undefined],
])('marks what is wrong in %j at %i', (text, errorAt, wrong) => {
  const marked = toJsonPieces(text, errorAt).filter(({ isError }) => isError)
  expect(marked.map((piece) => piece.text)).toEqual(wrong === undefined ? [] : [wrong])
})
