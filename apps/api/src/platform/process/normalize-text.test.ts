import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { normalizeText } from './normalize-text.ts'

it('normalizes a text', () => {
  expect(normalizeText('ﬁne \u0041\u030A', 'NFKC')).toBe('fine Å')
  const vietnamese = 'Tiếng Việt '.repeat(200)
  expect(normalizeText(vietnamese, 'NFD')).toBe(vietnamese.normalize('NFD'))
})

it('drops marks whose order would take a time that is quadratic in their number', () => {
  // Marks of two classes in turn: each of the second is moved before all of the first.
  const marks = '\u0301\u0323'
  const text = `a${marks.repeat(16_000)} b${marks.repeat(16_000)}`
  expect(normalizeText(text, 'NFD')).toBe(`a${marks.repeat(15)} b${marks.repeat(15)}`.normalize('NFD'))
  expect(normalizeText(`a${marks}`, 'NFC')).toBe(`a${marks}`.normalize('NFC'))
})

it('is the only way in which the server normalizes texts, besides passwords, which are short', () => {
  const source = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })
  const direct = files.filter((file) => readFileSync(join(source, file), 'utf8').includes(".normalize('N"))
  expect(direct).toEqual(['auth/passwords.ts'])
})
