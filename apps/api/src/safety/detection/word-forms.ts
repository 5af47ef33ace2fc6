const leetLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
}

/** A word as written, without letters held down, leetspeak read, and without attached particles. */
export function formsOf(written: string, language: string): string[] {
  const forms = [written]
  if (/(\p{L})\1\1/u.test(written)) {
    forms.push(written.replaceAll(/(\p{L})\1{2,}/gu, '$1$1'), written.replaceAll(/(\p{L})\1+/gu, '$1'))
  }
  if (/\p{L}/u.test(written) && /\d/u.test(written)) {
    const read = written.replaceAll(/\d/gu, (digit) => leetLetters[digit] ?? digit)
    forms.push(read, read.replaceAll('i', 'l'))
  }
  if (language === 'ar') forms.push(...withoutParticles(written))
  if (language === 'fr' && written.length >= 5 && /^[ldnjmts][aeiouyh]/u.test(written))
    forms.push(written.slice(1))
  if (language === 'de' && /[aou]e/u.test(written)) forms.push(written.replaceAll(/([aou])e/gu, '$1'))
  return forms
}

const arabicParticles = [
  'وبال',
  'وال',
  'فال',
  'بال',
  'كال',
  'لل',
  'ال',
  'و',
  'ف',
  'ب',
  'ل',
  'ك',
  'س',
  'ح',
  'ه',
  'ع',
]

function withoutParticles(word: string): string[] {
  return arabicParticles
    .filter((particle) => word.startsWith(particle) && word.length - particle.length >= 3)
    .map((particle) => word.slice(particle.length))
}

/** The forms of a word that are compared with the lexicon as misspellings. */
export function fuzzyFormsOf(written: string, language: string): string[] {
  return language === 'ar' ? [written, ...withoutParticles(written).slice(0, 1)] : [written]
}
