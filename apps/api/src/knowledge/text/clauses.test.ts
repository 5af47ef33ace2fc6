import { describe, expect, it } from 'vitest'
import { followUpTo, splitClauses, subjectWords } from './clauses.ts'

const texts = (message: string) => splitClauses(message).map(({ text }) => text)

describe('splitClauses', () => {
  it.each([
    [
      'How much magnesium does an adult need, and what helps me sleep?',
      ['How much magnesium does an adult need', 'what helps me sleep'],
    ],
    ['What is zinc? How much of it is safe?', ['What is zinc', 'How much of it is safe']],
    ['vitamin C and zinc for a cold', ['vitamin C and zinc for a cold']],
    ['Please, what does U.S. law say about labels?', ['what does U.S. law say about labels']],
    ['?!', []],
  ])('%s', (message, clauses) => {
    expect(texts(message)).toEqual(clauses)
  })

  it('remembers the clause before one that points back or names no subject', () => {
    expect(splitClauses('How much iron do I need, and is it safe with tea, and how do I start?')).toEqual([
      { text: 'How much iron do I need' },
      { text: 'is it safe with tea', context: 'How much iron do I need' },
      { text: 'how do I start', context: 'is it safe with tea' },
    ])
  })

  it('reads the question before a follow-up as its context', () => {
    expect(splitClauses(followUpTo('does melatonin help', 'is it safe for kids?'))).toEqual([
      { text: 'is it safe for kids', context: 'does melatonin help' },
    ])
  })

  it('takes a bounded number of clauses from a text of any length', () => {
    expect(splitClauses('Why zinc? '.repeat(3000))).toHaveLength(5)
  })
})

describe('subjectWords', () => {
  it('leaves out what carries the question, and numbers', () => {
    expect(subjectWords('How much calcium do I need after 50?')).toEqual(['calcium'])
  })
})
