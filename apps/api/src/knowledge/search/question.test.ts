import { describe, expect, it, vi } from 'vitest'
import { MemoryIndex } from '../index/memory-index.ts'
import { spaceOf } from '../index/search-spaces.ts'
import { TermLookup } from '../index/term-lookup.ts'
import { Vocabulary } from '../vocabulary/vocabulary.ts'
import { readQuestion } from './question.ts'

describe('readQuestion', () => {
  const vocabulary = new Vocabulary('[word]\nvegetables: kale, veg\nsleep: go to the loft')

  const read = async (question: string, texts: readonly string[]) => {
    const index = new MemoryIndex()
    for (const [doc, words] of texts.entries()) {
      index.add({ doc, ref: String(doc), space: spaceOf('passage', 'en'), author: '', words: `||${words}` })
    }
    return readQuestion(question, { lookup: new TermLookup(index, { kind: 'passage' }), vocabulary })
  }

  it('counts a rare name of a thing little higher than the thing itself', async () => {
    const texts = [...Array.from({ length: 8 }, () => 'vegetables'), 'kale']
    while (texts.length < 100) texts.push('water')
    const [term] = await read('veg?', texts)
    const gains = new Map(term?.alternatives.map(({ text, gain }) => [text, gain]))
    const weights = new Map(term?.alternatives.map(({ text, parts }) => [text, parts[0]?.weight ?? 0]))
    const ratio = (of: ReadonlyMap<string, number>) => (of.get('kale') ?? 0) / (of.get('vegetables') ?? 1)
    expect(ratio(weights)).toBeGreaterThan(1.5)
    expect(ratio(gains)).toBeLessThan(1.4)
  })

  it('leaves out the words of a phrase that the content lacks, and keeps those that it has', async () => {
    const terms = await read('Why go to the loft?', ['sleep', 'water'])
    expect(terms.map(({ asked }) => asked)).toEqual(['go to the loft'])
    const known = await read('Why go to the loft?', ['sleep', 'loft'])
    expect(known.map(({ asked }) => asked)).toEqual(['go to the loft', 'loft'])
  })

  it('takes no words from an e-mail address', async () => {
    const terms = await read(
      'I am kale.water@sleep.example, what are vegetables? Write to <me@kale.example>.',
      ['vegetables kale sleep water'],
    )
    expect(terms.map(({ asked }) => asked)).toEqual(['vegetables', 'write'])
  })

  it('reads a short question with a word that other languages have as English', async () => {
    const terms = await read('Is six hours enough for a grown man?', ['hours'])
    expect(terms.map(({ asked }) => asked)).not.toContain('is')
  })

  it('reads two words that are written as one', async () => {
    const [term] = await read('fishoil', ['fish', 'oil', 'fish oil'])
    expect(term?.alternatives.map(({ text }) => text)).toContain('fish oil')
    const [shared] = await read('sideffects', ['side effects', 'side', 'effects'])
    expect(shared?.alternatives.map(({ text }) => text)).toContain('side effects')
  })

  it('splits no word that is longer than two words of the index', async () => {
    const lookup = new TermLookup(new MemoryIndex(), { kind: 'passage' })
    const has = vi.spyOn(lookup, 'has')
    await readQuestion('한'.repeat(2000), { lookup, vocabulary })
    expect(has.mock.calls.length).toBeLessThan(10)
  })

  it('counts a misspelled common word as little as the word itself', async () => {
    const texts = ['supposed', 'water', 'sleep']
    const factorOf = async (word: string) => (await read(`water ${word}`, texts))[1]?.factor
    expect(await factorOf('suposed')).toBe(await factorOf('supposed'))
  })
})
