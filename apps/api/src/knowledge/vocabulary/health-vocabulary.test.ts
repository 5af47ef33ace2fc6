import { describe, expect, it } from 'vitest'
import { Vocabulary, vocabularyText } from './vocabulary.ts'

describe('the health vocabulary', () => {
  const vocabulary = new Vocabulary(vocabularyText())
  const meaningsOf = (question: string) =>
    vocabulary.match(question.split(' ')).flatMap(({ meanings }) => meanings.map(({ text }) => text))

  it.each([
    ['i have legs like jelly', 'weakness'],
    ['she bites people heads off and is ratty', 'irritability'],
    ['he sleeps like a log', 'restful sleep'],
    ['i take frusemide and water tablets', 'diuretics'],
    ['the doctor put me on something', 'prescription medicine'],
  ])('leads from everyday words to words of sources: %s', (question, expected) => {
    expect(meaningsOf(question)).toContain(expected)
  })

  it.each(['boron', 'gabapentin', 'rhodiola', 'labyrinthitis', 'hamster'])('has %s as a topic', (name) => {
    expect(vocabulary.match([name])).toMatchObject([{ isTopic: true }])
  })

  it('does not take one medicine of a class for another', () => {
    expect(meaningsOf('clindamycin')).not.toContain('metronidazole')
  })

  it('names each everyday phrase of a group once', () => {
    const twice = vocabularyText()
      .split('\n')
      .filter((line) => !line.startsWith('#') && line.includes(':'))
      .filter((line) => {
        const names = line.split(/[;:,]/u).map((name) => name.trim())
        return new Set(names).size < names.length
      })
    expect(twice).toEqual([])
  })
})
