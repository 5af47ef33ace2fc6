import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteOf } from './quotes.ts'
import { splitSentences } from './sentences.ts'

describe('splitSentences', () => {
  it('does not end a sentence at an abbreviation or inside a number', () => {
    expect(splitSentences('U.S. adults need 2.4 mcg a day. Drs. agree, e.g. most.\nIs it so? Yes.')).toEqual([
      'U.S. adults need 2.4 mcg a day.',
      'Drs. agree, e.g. most.',
      'Is it so?',
      'Yes.',
    ])
  })

  it.each([
    [
      "Vitamin K can reduce the effect of the blood thinner warfarin, and St. John's wort can make many medicines work less well. Next one.",
    ],
    ['Ask Dr. Smith about it. Adults in the U.S. Department of Health survey slept 7 hours.'],
    ['Take e.g. Magnesium citrate at 7 p.m. each day. Sleep follows.'],
    ['The level is 0.5 mg vs. 1.5 mg. Both are low.'],
  ])('keeps the abbreviations of %j', (text) => {
    expect(splitSentences(text)).toHaveLength(2)
  })

  it.each([
    ['Go to bed at 10 p.m. Adults need 7 hours.', 2],
    ['Is it safe? No. Ask a doctor.', 3],
    ['See No. 5 of the list. It is short.', 2],
    ['¿Cuánto hierro? La Dra. Pérez lo explica.', 2],
    ['ما هي علامات الجفاف؟ العطش الشديد.', 2],
  ])('splits %j into %i', (text, count) => {
    expect(splitSentences(text)).toHaveLength(count)
  })

  it('loses nothing: joined, the sentences are the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(splitSentences(text).join(' ').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
      }),
    )
  })

  it('ends every sentence of the demonstration articles with a mark', () => {
    const folder = new URL('../../../demo/articles/', import.meta.url)
    for (const name of readdirSync(folder)) {
      const [, , body = ''] = readFileSync(new URL(name, folder), 'utf8').split(/^---$/mu)
      for (const passage of body.split(/^## .*$/mu).slice(1)) {
        for (const sentence of splitSentences(passage)) {
          expect(sentence).toMatch(/^\p{Lu}|^\d/u)
          expect(sentence).toMatch(/\.$/u)
          expect(sentence).not.toMatch(/\b(?:St|U\.S|Dr)\.$/u)
        }
      }
    }
  })
})

describe('quoteOf', () => {
  const passage = Array.from(
    { length: 12 },
    (_, index) => `Sentence ${index} has words ${'x'.repeat(60)}.`,
  ).join(' ')

  it('is verbatim, whole sentences, at most 600 characters, around the claim', () => {
    const quote = quoteOf(passage, 'Sentence 7 has words')
    expect(quote.length).toBeLessThanOrEqual(600)
    expect(passage).toContain(quote)
    expect(quote).toContain('Sentence 7 ')
    expect(quote).toMatch(/^Sentence .*\.$/u)
  })

  it('is empty where no sentence is short enough', () => {
    expect(quoteOf('word '.repeat(300))).toBe('')
  })
})
