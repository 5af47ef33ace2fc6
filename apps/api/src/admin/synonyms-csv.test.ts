import { expect, it } from 'vitest'
import { parseSynonyms } from './synonyms-csv.ts'

it('reads what an export writes for terms that begin like a formula', async () => {
  const csv = "\uFEFFterm,synonyms,language\r\n'=1+1,\"'+two;'@three; '-four\",\r\n'apostrophe,one,en\r\n"
  expect(await parseSynonyms(csv)).toEqual([
    { line: 2, synonym: { term: '=1+1', synonyms: ['+two', '@three', "'-four"], language: null } },
    { line: 3, synonym: { term: "'apostrophe", synonyms: ['one'], language: 'en' } },
  ])
})
