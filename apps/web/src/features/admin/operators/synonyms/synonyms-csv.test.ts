import { expect, it } from 'vitest'
import { toCsv } from './synonyms-csv.ts'

it('writes one row a term, quoted where a cell needs it, and no formulas', () => {
  expect(
    toCsv([
      { term: 'moonmix', synonyms: ['magnesium', 'the "mag" drink, cold'], language: 'en' },
      { term: '=1+1', synonyms: ['two'], language: null },
    ]),
  ).toBe('term,synonyms,language\r\nmoonmix,"magnesium; the ""mag"" drink, cold",en\r\n\'=1+1,two,\r\n')
})
