import type { SourceExpression } from './source-checks/regular-expressions.ts'

/** An attack text as the checker describes it: repeated parts, then an end that keeps the expression from matching. */
export interface Attack {
  pumps: readonly { prefix: string; pump: string }[]
  suffix: string
}

/** Makes a text of about a length, in UTF-16 units. */
export type TextOfLength = (length: number) => string

// A class or an escape may hold the sign of a quantifier.
const literalSigns = /\\.|\[(?:[^\]\\]|\\.)*\]/gsu
const openQuantifier = /[*+]|\{\d+,\}/u
const wideQuantifier = /\{\d*,?\d{2,}\}/u

/** False for an expression without an open or wide repetition: it reads a fixed number of characters at each place. */
export function needsCheck({ pattern }: SourceExpression): boolean {
  const plain = pattern.replaceAll(literalSigns, 'x')
  return openQuantifier.test(plain) || wideQuantifier.test(plain)
}

/** The checker's text, with its repeated parts as long as the length allows. */
export function attackText({ pumps, suffix }: Attack, length: number): string {
  const share = length / Math.max(1, pumps.length)
  const repeated = pumps.map(
    ({ prefix, pump }) => prefix + pump.repeat(Math.max(0, share - prefix.length) / Math.max(1, pump.length)),
  )
  return (repeated.join('') + suffix).slice(0, length + suffix.length)
}

const everywhere = ['a', 'a ', ' ', '\n', '1', '<', '[', '-', '`', ' a,', '😀']
const mostWords = 24

/** Texts that make backtracking slow: repetitions of the words and signs of the pattern. */
export function hostileTexts({ pattern }: SourceExpression): TextOfLength[] {
  // Without the names of escapes and groups, so that `\bwhat` holds the word "what".
  const plain = pattern
    .replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z0-9]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{[\d,]*\}/gu, '\0')
    .replaceAll(/\\(.)/gsu, '$1')
  const words = [...new Set(plain.match(/[\p{L}\p{N} <>/[\]{}"'`_~#,:;=&-]+/gu))].filter(
    (word) => word !== ' ',
  )
  // Patterns that list hundreds of words differ little in what they do with each.
  const step = Math.max(1, Math.ceil(words.length / mostWords))
  const chosen = words.filter((_, index) => index % step === 0)
  const pieces = new Set([
    ...everywhere,
    ...chosen.flatMap((word) => [word, `${word} `]),
    chosen.slice(0, 8).join(' '),
    chosen.slice(0, 8).join(''),
  ])
  pieces.delete('')
  return [...pieces].map((piece) => (length) => `${piece.repeat(length / piece.length)}\0`)
}
