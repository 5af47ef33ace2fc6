import { describe, expect, it } from 'vitest'
import { redact, redactWhole, storedCharacters } from './redact.ts'

describe('redact', () => {
  it.each([
    ['Write to ana.lopez+shop@mail.example.com, please', 'Write to [email], please'],
    ['(bob@example.org)', '([email])'],
    ['My e-mail is <x@y.io>.', 'My e-mail is <[email]>.'],
    ['Call me at +44 20 7946 0958 tomorrow', 'Call me at [phone] tomorrow'],
    ['555-123-4567', '[phone]'],
    ['Mi teléfono es 612 345 678.', 'Mi teléfono es [phone].'],
    ['هاتفي ٠١٢٣٤٥٦٧٨٩', 'هاتفي [phone]'],
    ['Call +49\u2011170\u20111234567 or 0171\u2009123\u20094567', 'Call [phone] or [phone]'],
    ['0171 1234567 / 0172 7654321', '[phone] / [phone]'],
    ['0171 1234567 0172 7654321', '[number]'],
    ['My IBAN is DE89 3704 0044 0532 0130 00.', 'My IBAN is DE[number].'],
    ['FR7630006000011234567890189', 'FR[number]'],
    ['my card 4111 1111 1111 1111 was charged', 'my card [number] was charged'],
    ['4111-1111-1111-1111', '[number]'],
    ['I am Maria Garcia and I take zinc', 'I am [name] and I take zinc'],
    ["Hi, I'm Jean-Luc. Is zinc safe?", "Hi, I'm [name]. Is zinc safe?"],
    ['my name is john smith and i take iron', 'my name is [name] and i take iron'],
    ['Hola, soy Lucía de la Fuente, ¿puedo tomar magnesio?', 'Hola, soy [name], ¿puedo tomar magnesio?'],
    ['me llamo ana y tengo 30 años', 'me llamo [name] y tengo 30 años'],
    ['Ich bin Thomas und nehme Eisen', 'Ich bin [name] und nehme Eisen'],
    ['Ich heiße anna. Hilft Zink?', 'Ich heiße [name]. Hilft Zink?'],
    ["Je m'appelle Chloé et je suis enceinte", "Je m'appelle [name] et je suis enceinte"],
    ['Eu sou João, tomo ferro', 'Eu sou [name], tomo ferro'],
    ['Me chamo Maria da Silva', 'Me chamo [name]'],
    ['اسمي خليل وأتناول الزنك', 'اسمي [name] وأتناول الزنك'],
    ['أنا محمد، هل الزنك آمن؟', 'أنا [name]، هل الزنك آمن؟'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted)
  })

  it.each([
    'I am pregnant and take 400 mcg of folate',
    'I am HIV positive',
    'I am Type 2 diabetic',
    'Is 10.000.000 IU of vitamin A too much?',
    'Studies of 2019-2024 on 1,200 people from 2021-03-04',
    'From 2024-01-01 - 2024-12-31, or 2026-11-22 2026-11-23',
    'soy vegana y tomo B12',
    'ich bin schwanger',
    'je suis enceinte de 3 mois',
    'أنا حامل هل يمكنني تناول الحديد',
    'Is vitamin D3 at 2000 IU safe?',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each([
    ['my name is ana smith and more words', 'my name is [name] and more words'],
    ['my phone is +49 170 123 45 67 thanks', 'my phone is [phone] thanks'],
    ['soy Lucía de la Fuente, gracias', 'soy [name], gracias'],
    ['mail ana@example.com now', 'mail [email] now'],
  ])('removes it from a long text wherever a part ends: %s', async (sentence, redacted) => {
    const pause = () => Promise.resolve()
    for (let before = storedCharacters - sentence.length - 1; before <= storedCharacters + 1; before += 1) {
      const words = `${'word '.repeat(before / 5)}${'x'.repeat(before % 5)} `
      expect(await redactWhole(`${words}${sentence}`, pause)).toBe(`${words}${redacted}`)
    }
  })

  it('cuts long texts before it reads them', () => {
    for (const text of [
      '@.'.repeat(100_000),
      '1 '.repeat(100_000),
      `1${' '.repeat(100_000)}`,
      'word '.repeat(30_000),
    ]) {
      expect(redact(text).length).toBeLessThanOrEqual(storedCharacters)
    }
  })
})
