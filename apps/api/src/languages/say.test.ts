import { expect, it } from 'vitest'
import ar from './ar.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import { chooseLanguage, say } from './say.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['de-CH, ar-EG;q=0.7, en;q=0.3', 'ar'],
  ['en;q=0.5, es;q=0.8', 'es'],
  ['es;q=0, en', 'en'],
  ['tlh, *;q=0.5', 'en'],
  ['constructor, es-', 'es'],
])('speaks the first language that is wanted and there: %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language)
})

it('puts values into a sentence, whatever stands in them', () => {
  expect(say('en', 'An image is larger than {0} MB.', 5)).toBe('An image is larger than 5 MB.')
  expect(say('es', "This chat does not offer the tool '{0}'.", '$& {0}')).toBe(
    'Este chat no ofrece la herramienta «$& {0}».',
  )
})

it('says in English what it has no other words for', () => {
  expect(say('es', 'Ada')).toBe('Ada')
})

it.each(Object.entries({ es, ar }))(
  'has in %s the sentences and values of every language',
  (_, catalogue) => {
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(es).toSorted())
    for (const [english, said] of Object.entries(catalogue)) {
      expect(said.trim()).not.toBe('')
      expect(said.match(/\{\d\}/gu)).toEqual(english.match(/\{\d\}/gu))
    }
  },
)
