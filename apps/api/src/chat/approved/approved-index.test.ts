import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApprovedIndex } from './approved-index.ts'

const folder = join(import.meta.dirname, 'evaluation')
const rowsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))

const approved = rowsOf('approved.tsv').map(([id = '', half = '', language = '', ...questions]) => ({
  half,
  answer: { id, clientId: null, language, questions },
}))

const ofOne = (question: string, language = 'en', clientId: string | null = null) => {
  const index = new ApprovedIndex()
  index.put({ id: 'a', clientId, language, questions: [question] })
  return (text: string, earlier: string[] = [], of: string | null = null) =>
    index.find({ text, language, earlier, clientId: of }).length > 0
}

describe('approved questions match', () => {
  const index = new ApprovedIndex()
  for (const { answer } of approved) index.put(answer)

  it.each([
    ['visible', 0.95],
    ['unseen', 0.85],
  ])('the %s half of the labelled questions with a precision of 0.98 or more', (half, leastRecall) => {
    const own = new Set(approved.filter((row) => row.half === half).map(({ answer }) => answer.id))
    const wrong: string[] = []
    let right = 0
    let expected = 0
    for (const [id = '', match, , language = '', previous = '', text = ''] of rowsOf('questions.tsv')) {
      if (!own.has(id)) continue
      const earlier = previous === '' ? [] : [previous]
      const found = index.find({ text, language, earlier, clientId: null })
      if (match === 'yes') expected += 1
      if (match === 'yes' && found.join() === id) right += 1
      else if (found.length > 0) wrong.push(`${text} → ${found.join()}`)
    }
    expect(own.size).toBe(10)
    const precision = right / (right + wrong.length)
    expect({ wrong, precision }).toEqual({ wrong: [], precision: 1 })
    expect(right / expected).toBeGreaterThanOrEqual(leastRecall)
  })

  it.each([
    ['another price', 'How much magnesium do I need?', 'How much is magnesium?'],
    ['a choice', 'Can I take iron and zinc together?', 'Can I take iron or zinc?'],
    ['a cause and its effect', 'Does stress cause acne?', 'Does acne cause stress?'],
    ['the time before and after', 'Can I take iron before meals?', 'Can I take iron after meals?'],
    ['what may and what should be', 'How much zinc should I take?', 'How much zinc can I take?'],
    [
      'a related word',
      'When is the best time to take probiotics?',
      'When is the best time to take prebiotics?',
    ],
    ['one word', 'Is zinc safe?', 'zinc'],
    ['the direction of a way', 'Do you ship to Canada?', 'Do you ship from Canada?'],
    ['a word that may name people or a product', 'Is your zinc vegan?', 'Is zinc for vegans?'],
    ['a fraction', 'Is 125 mg of iodine too much?', 'Is 0.125 mg of iodine too much?'],
    ['decimals', 'Is 1500 mg of vitamin C too much?', 'Is 1.500 mg of vitamin C too much?'],
    ['the end of a fraction', 'Is 5 mg of zinc too much?', 'Is 0.5 mg of zinc too much?'],
  ])('no question that differs by %s', (_, question, asked) => {
    expect(ofOne(question)(asked)).toBe(false)
  })

  it.each([
    ['a gram and 1000 milligrams', 'Is 1 g of vitamin C too much?', 'Is 1,000 mg vitamin C too much?'],
    ['swapped letters', 'Is magnesium safe?', 'is magnesuim safe'],
    ['the same words', 'Is your zinc vegan?', 'is your zinc vegan'],
    ['two names', 'Does zinc help against influenza?', 'does zinc help against the flu?'],
  ])('a question with %s', (_, question, asked) => {
    expect(ofOne(question)(asked)).toBe(true)
  })

  it('numbers as their language writes them', () => {
    const index = new ApprovedIndex()
    const questions = ['¿Es seguro tomar 1500 mg de vitamina C?']
    index.put({ id: 'a', clientId: null, language: 'es', questions })
    const ask = (text: string) => index.find({ text, language: 'es', earlier: [], clientId: null })
    expect(ask('¿Es seguro tomar 1.500 mg de vitamina C?')).toEqual(['a'])
    expect(ask('¿Es seguro tomar 1,500 mg de vitamina C?')).toEqual([])
  })

  it('no question whose earlier messages speak of people that it does not name', () => {
    const isFound = ofOne('How much vitamin D should I take?')
    expect(isFound('How much vitamin D should I take?', ['Is zinc good for colds?'])).toBe(true)
    expect(isFound('How much vitamin D should I take?', ['I am pregnant.'])).toBe(false)
  })

  it('those of a client for this client alone, before those of everybody', () => {
    const index = new ApprovedIndex()
    const questions = ['Is zinc safe?']
    index.put({ id: 'all', clientId: null, language: 'en', questions })
    index.put({ id: 'one', clientId: 'c1', language: 'en', questions })
    const find = (clientId: string | null) =>
      index.find({ text: 'is zinc safe?', language: 'en', earlier: [], clientId })
    expect(find('c1')).toEqual(['one', 'all'])
    expect(find('c2')).toEqual(['all'])
    expect(find(null)).toEqual(['all'])
  })

  it('no question that was changed or removed', () => {
    const index = new ApprovedIndex()
    const put = (question: string) => {
      index.put({ id: 'a', clientId: null, language: 'en', questions: [question] })
    }
    const find = (text: string) => index.find({ text, language: 'en', earlier: [], clientId: null })
    put('Is zinc safe?')
    put('Is iron safe?')
    expect([find('Is zinc safe?'), find('Is iron safe?')]).toEqual([[], ['a']])
    index.remove('a')
    expect(find('Is iron safe?')).toEqual([])
  })
})

describe('10,000 approved answers', () => {
  const syllables = ['ba', 'do', 'fi', 'gu', 'ka', 'lo', 'mi', 'nu', 'pa', 'ro']
  const nameOf = (number: number) =>
    Array.from(String(number).padStart(4, '0'), (digit) => syllables[Number(digit)] ?? '').join('')
  const index = new ApprovedIndex()
  for (let number = 0; number < 10_000; number += 1) {
    const name = nameOf(number)
    index.put({
      id: String(number),
      clientId: null,
      language: 'en',
      questions: [`How much ${name} and magnesium should I take?`, `What is the daily dose of ${name}?`],
    })
  }

  // Of this thread: on a busy machine the clock counts the work of others.
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }

  it('are searched within 5 ms', () => {
    const times = Array.from({ length: 200 }, (_, at) => {
      const number = at * 50
      const text = `Please tell me how much magnesium and ${nameOf(number)} I should take`
      const startedAt = cpuMs()
      const found = index.find({ text, language: 'en', earlier: [], clientId: null })
      const took = cpuMs() - startedAt
      expect(found).toEqual([String(number)])
      return took
    }).toSorted((left, right) => left - right)
    // The first questions compile.
    expect(times[190]).toBeLessThanOrEqual(5)
  })
})
