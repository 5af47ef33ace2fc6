import { describe, expect, it } from 'vitest'
import { composeReply } from './compose-answer.ts'
import { isStatedWhole } from './stated-whole.ts'

const term = (asked: string, ...others: string[]) => ({
  asked,
  alternatives: [asked, ...others],
  weight: 3,
  known: true,
})
const passage = (text: string) => ({
  citation: 1,
  title: 'Minerals',
  section: 'What they do',
  author: 'An Agency',
  text: `Minerals are found in food. ${text}`,
})
const isStated = (question: string, text: string, terms: ReturnType<typeof term>[]) =>
  isStatedWhole(question, { passages: [passage(text)], products: [], terms, covered: false })

describe('isStatedWhole', () => {
  const queasy = term('queasy', 'nausea')

  it('finds the sentence that begins with the topic and has all that was asked', () => {
    expect(isStated('Does zinc make you queasy?', 'Zinc can cause nausea.', [term('zinc'), queasy])).toBe(
      true,
    )
  })

  it('wants all of it in one sentence', () => {
    expect(
      isStated('Does zinc make you queasy?', 'Zinc is a mineral. Iron can cause nausea.', [
        term('zinc'),
        queasy,
      ]),
    ).toBe(false)
  })

  it('refuses a sentence that is about something else', () => {
    const text = 'Loud snoring at night can be a sign of sleep apnea.'
    expect(isStated('What about sleep apnea?', text, [term('sleep apnea'), term('sleep')])).toBe(false)
  })

  it('refuses words that no source has', () => {
    const unknown = { ...term('hair'), known: false }
    expect(isStated('Does zinc help hair?', 'Zinc helps.', [term('zinc'), unknown])).toBe(false)
  })

  it('takes a sentence without a figure for no amount, but for advice in pregnancy', () => {
    const text = 'People who are pregnant should ask a doctor about caffeine.'
    const terms = [term('pregnant'), term('caffeine')]
    expect(isStated('I am pregnant, how much caffeine can I have?', text, terms)).toBe(true)
    expect(isStated('How much zinc?', 'Zinc can cause nausea.', [term('zinc')])).toBe(false)
  })

  it('takes a statement for no definition', () => {
    expect(isStated('What is zinc?', 'Zinc can cause nausea.', [term('zinc')])).toBe(false)
    expect(isStated('What is zinc?', 'Zinc is a mineral.', [term('zinc')])).toBe(true)
  })

  it('lets the built-in model answer what the search took for uncovered', () => {
    const found = {
      passages: [passage('Zinc can cause nausea.')],
      products: [],
      terms: [term('zinc'), queasy],
      covered: false,
    }
    expect(composeReply('Does zinc make you queasy?', found)).toMatchObject({
      outcome: 'answered',
      text: expect.stringMatching(/^Zinc can cause nausea \[1\]/u),
    })
  })
})
