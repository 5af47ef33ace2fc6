import { expect, it } from 'vitest'
import { synonymsCsv } from './synonyms-csv.ts'

it('writes one row a term, quoted where a cell needs it, and no formulas', () => {
  expect(
    synonymsCsv([
      { term: 'moonmix', synonyms: ['magnesium', 'the "mag" drink, cold'], language: 'en' },
      { term: '=1+1', synonyms: ['two'], language: null },
      { term: 'sum', synonyms: ['a\n=1+1'], language: null },
    ]),
  ).toBe(
    '\uFEFFterm,synonyms,language\r\nmoonmix,"magnesium; the ""mag"" drink, cold",en\r\n\'=1+1,two,\r\n' +
      'sum,"a\n\'=1+1",\r\n',
  )
})
