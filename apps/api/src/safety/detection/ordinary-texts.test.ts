import { describe, expect, it } from 'vitest'
import { loadAssessor } from './load.ts'

const assessor = loadAssessor()

describe('ordinary short messages raise no alarm', () => {
  it.each([
    'Once?',
    'Twice?',
    'Yes',
    'No',
    'Sure',
    'Never',
    'Tonight?',
    'Anything?',
    'Anything new?',
    'gone',
    '?',
    'x',
    'Tell me more',
    'and for kids?',
    'no thank you',
    'what about tonight',
    'is there anything new today',
    'i will try it tonight',
    'can I have it once a day?',
    'how long until it works',
    'I feel great today',
    'where is my package it was due tomorrow',
    'my husband snores',
    'nobody answered my email',
    '¿Qué magnesio es mejor?',
    'Mañana llega mi pedido',
    'Wie lange dauert der Versand?',
    'Das war alles',
    'Quel thé pour dormir ?',
    "C'est fini ?",
    'Qual chá ajuda a dormir?',
    'Hoje à noite?',
    'الليلة؟',
    'my phone battery wants to die every night',
    'bebi um café a mais hoje e não tenho sono',
    'weird spot on my shoulder turned darker and bigger',
    'husband stops breathing and gasps while he snoozes',
    'she beat me to the last voucher',
    'time to purge my spice rack',
    'ما هو أفضل وقت لتناول المغنيسيوم؟',
  ])('%s', (text) => {
    for (const language of ['en', 'es', 'ar', 'de', 'fr', 'pt'])
      expect(assessor.assess(text, [], language).danger).toBeUndefined()
  })

  it('nor do random letters of any length', () => {
    let seed = 1
    const letters = Array.from({ length: 30_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/ '.charAt(seed % 65)
    }).join('')
    for (let start = 0; start < letters.length; start += 3000)
      expect(assessor.assess(letters.slice(start), [], 'en').danger?.rule ?? '').not.toMatch(/^model-/u)
  })

  it('of two words raise one where a rule lists them', () => {
    expect(assessor.assess('kill myself', [], 'en').danger).toMatchObject({ category: 'self_harm' })
  })
})

describe('products may be offered beside', () => {
  it.each([
    'Do you sell vitamin B?',
    'Which B vitamins help with energy?',
    'How much is the vitamin b complex?',
    'Which magnesium capsules help 6ebe0ba8-b848-4ee2-a9ad@example.com sleep?',
    'Does magnesium help with sleep? Write to ff841c3e-9f17-4f2a-9604-edf6b48a7bcd@example.com',
    'Does magnesium help with sleep? Write to 87c21039-2a45-478b-821e-5813cee3cbeb@example.com',
  ])('%s', (text) => {
    expect(assessor.assess(text)).toMatchObject({ danger: undefined, sensitive: false })
  })

  it('nothing where somebody binges and purges', () => {
    expect(assessor.assess('I b/p every night')).toMatchObject({ danger: { category: 'eating_disorder' } })
  })
})
