import { describe, expect, it } from 'vitest'
import { checkPhrase } from './phrase-check.ts'

const check = (phrase: string, language: 'en' | 'es' | 'ar' = 'en') =>
  checkPhrase({ phrase, language, category: 'self_harm', severity: 'urgent' })

describe('the check of a phrase', () => {
  it.each([
    ['water', 'common'],
    ['what should i', 'common'],
    ['...', 'needs a word'],
    ['od', 'too short'],
    ['vitamin', 'harmless'],
    ['she swallowed the little blue box of her sister last night', 'at most 10'],
  ])('refuses "%s": %s', (phrase, reason) => {
    expect(check(phrase).refusal).toContain(reason)
  })

  it.each(['blue pebble challenge', 'sewerslide', 'unalive myself'])('accepts "%s"', (phrase) => {
    expect(check(phrase)).toEqual({ refusal: null, share: 0, examples: [] })
  })

  it('names harmless messages, also those of the own content', () => {
    const { refusal, share, examples } = checkPhrase(
      { phrase: 'sun bathing', language: 'en', category: 'minor_dose', severity: 'caution' },
      ['Sun bathing and vitamin D', ...Array.from({ length: 100 }, (_, i) => `Article ${i}`)],
    )
    expect(refusal).toBeNull()
    expect(share).toBeGreaterThan(0)
    expect(examples).toEqual(['Sun bathing and vitamin D'])
  })

  it('reads other languages', () => {
    expect(check('quiero', 'es').refusal).not.toBeNull()
    expect(check('لعبة الحوت', 'ar').refusal).toBeNull()
  })
})
