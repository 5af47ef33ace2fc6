import { describe, expect, it } from 'vitest'
import { detectLanguage } from './language.ts'

describe('detectLanguage', () => {
  it.each([
    ['Wool socks in a recyclable box, 3 per box.', 'en'],
    ['A 25-ounce steel bottle with a carry handle and a lid.', 'en'],
    ['non slip mat', 'en'],
    ['Una crema para la piel seca.', 'es'],
    ['Eine Salbe für trockene Haut.', 'de'],
    ['Une crème pour les mains.', 'fr'],
    ['Um creme para as mãos.', 'pt'],
    ['Una crema per le mani.', 'it'],
  ])('takes %j for %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language)
  })
})
