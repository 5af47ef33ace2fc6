import { describe, expect, it } from 'vitest'
import { Vocabulary } from './vocabulary.ts'

describe('Vocabulary', () => {
  const vocabulary = new Vocabulary(
    '[topic]\ncupping\neczema; atopic dermatitis: itchy rash\n[word]\nskin: hide',
  )
  const match = (question: string) =>
    vocabulary.match(question.split(' ')).map(({ start, length }) => [start, length])

  it('finds forms of a word', () => {
    expect(match('itchy rashes')).toEqual([[0, 2]])
    expect(match('hides')).toEqual([[0, 1]])
  })

  it('finds no word that only shares a stem of three letters', () => {
    expect(match('cupping')).toEqual([[0, 1]])
    expect(match('a cup of tea')).toEqual([])
  })
})
