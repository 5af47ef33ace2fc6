import { describe, expect, it } from 'vitest'
import { toEnglish } from './glossary.ts'

describe('toEnglish', () => {
  it('leaves out a word that it lacks beside a subject that it has', () => {
    expect(toEnglish('¿Cuánto hierro necesita mi abeja?', 'es')).toBe('how much iron need')
  })

  it('keeps a word that it lacks where no subject is left', () => {
    expect(toEnglish('¿Cómo se trata la abejorritis?', 'es')).toContain('abejorritis')
    expect(toEnglish('كيف أعالج زرنقة', 'ar')).toContain('زرنقه')
  })

  it('reads "my" and "and" in Arabic as parts of the word', () => {
    expect(toEnglish('بشرتي جافة', 'ar')).toBe(toEnglish('بشرة جافة', 'ar'))
    expect(toEnglish('وحديد', 'ar')).toBe('iron')
  })

  it('takes no longer word for a form of a short one', () => {
    expect(toEnglish('un bout de fer', 'fr')).toBe('iron')
  })
})
