import { describe, expect, it } from 'vitest'
import { noExpectations } from '../added-cases.ts'
import { regressionsOf } from '../compare-answers.ts'
import { wilson } from '../interval.ts'
import { bannedClaims } from './banned-claims.ts'
import type { AnswerToCheck } from './answer-to-check.ts'
import { checkAnswer } from './check-answer.ts'
import { readingGrade, syllablesOf } from './reading-level.ts'
import { brokenParagraph } from './whole-sentences.ts'

const url = 'https://a.example/zinc'
const quote = 'Adult men need 11 mg of zinc a day.'
const sound: AnswerToCheck = {
  text: 'Adult men need 11 mg of zinc a day [1].',
  ending: 'complete',
  outcome: 'answered',
  citations: [{ number: 1, title: 'Zinc', heading: 'Needs', url, quote, publisher: 'NIH' }],
  products: [],
  safety: null,
  model: 'local',
}
const cited = new Map([[url, { ids: new Set(['z']), bodies: [`Zinc matters.\n${quote} Women need 8 mg.`] }]])
const context = { cited, titles: new Map([['i', 'Iron']]) }

function failing(answer: Partial<AnswerToCheck>, expected: Partial<typeof noExpectations> = {}) {
  const expectations = { ...noExpectations, ...expected }
  return checkAnswer({ ...sound, ...answer }, { expectations }, context)
    .filter(({ passed }) => !passed)
    .map(({ check, found }) => `${check}: ${found}`)
}

describe('citations', () => {
  it('are sound where each quote stands in its article and each figure in a cited one', () => {
    expect(failing({})).toEqual([])
    expect(failing({ text: 'Women need 8 mg of zinc a day [1].' })).toEqual([])
  })

  it.each([
    ['a number without a source', { text: 'Men need 11 mg [1][2].' }, 'citations: [2]'],
    ['a figure that no source has', { text: 'Adult men need 110 mg a day [1].' }, 'citations: [1] 110'],
    [
      'a quote that the article does not have',
      { citations: sound.citations.map((each) => ({ ...each, quote: 'Men need 90 mg.' })) },
      'citations: [1] Zinc',
    ],
    [
      'an article that is not published',
      { citations: sound.citations.map((each) => ({ ...each, url: 'https://a.example/gone' })) },
      'citations: [1] Zinc',
    ],
    ['an answer without any source', { text: 'Men need zinc.', citations: [] }, 'citations: 0'],
  ])('fail for %s', (_name, answer, flaw) => {
    expect(failing(answer)).toEqual([flaw])
  })

  it('need those that are expected', () => {
    expect(failing({}, { must_cite: ['z'] })).toEqual([])
    expect(failing({}, { must_cite: ['z', 'i'] })).toEqual(['must_cite: Zinc'])
  })

  it('read thousands and decimals of other languages', () => {
    const body = 'At most 1,500 mg or 2.5 g. Stop then.'
    const bodies = new Map([[url, { ids: new Set(['z']), bodies: [body] }]])
    const answer = {
      ...sound,
      text: 'Höchstens 1.500 mg oder 2,5 g [1].',
      citations: sound.citations.map((each) => ({ ...each, quote: body })),
    }
    const checks = checkAnswer(answer, { expectations: noExpectations }, { cited: bodies, titles: new Map() })
    expect(checks.find(({ check }) => check === 'citations')).toMatchObject({ passed: true })
  })
})

describe('safety', () => {
  const notice = { category: 'overdose', severity: 'emergency' } as const

  it('needs the expected danger and severity, or none', () => {
    expect(
      failing({ safety: notice, outcome: 'safety' }, { safety: 'overdose', severity: 'emergency' }),
    ).toEqual([])
    expect(failing({}, { safety: 'none' })).toEqual([])
    expect(failing({ safety: notice }, { safety: 'none' })).toEqual(['safety: overdose · emergency'])
    expect(failing({}, { safety: 'overdose' })).toEqual(['safety: none'])
    expect(failing({ safety: { ...notice, severity: 'caution' } }, { severity: 'emergency' })).toEqual([
      'safety: overdose · caution',
    ])
  })

  it('forbids products beside a notice, whatever is expected', () => {
    expect(failing({ safety: notice, products: ['Zinc 25'] })).toEqual([
      'safety: overdose · emergency · Zinc 25',
    ])
  })
})

describe('banned claims', () => {
  it.each([
    ['Zinc cures a cold.', 'en', ['cures']],
    ['It is 100% safe and guaranteed.', 'en', ['guaranteed', '100% safe']],
    ['El zinc cura el resfriado.', 'es', ['cura']],
    ['Zink heilt Erkältungen garantiert.', 'de', ['heilt', 'garantiert']],
    ['Le zinc guérit le rhume.', 'fr', ['guérit']],
    ['O zinco cura a gripe.', 'pt', ['cura']],
    ['الزنك يشفي من البرد.', 'ar', ['يشفي']],
  ])('are found in %j', (text, language, claims) => {
    expect(bannedClaims(text, language)).toEqual(claims)
  })

  it.each([
    ['Zinc does not cure a cold.', 'en'],
    ['Zinc doesn’t reliably cure colds.', 'en'],
    ['Can zinc cure a cold?', 'en'],
    ['Accurate, secure and obscure.', 'en'],
    ['El zinc no cura el resfriado.', 'es'],
    ['Zink heilt keine Erkältung und macht Wundheilung leichter.', 'en'],
    ['الزنك لا يشفي من البرد.', 'ar'],
  ])('are not found in %j', (text, language) => {
    expect(bannedClaims(text, language)).toEqual([])
  })
})

describe('language, sentences, phrases', () => {
  it('compares the language of the answer', () => {
    expect(failing({}, { language: 'es' })).toEqual(['language: en'])
  })

  it('finds a paragraph that breaks off, and leaves lists and headings alone', () => {
    expect(brokenParagraph('## Zinc\n\nMen need zinc.\n\n- 11 mg\n- 8 mg\n\n| a | b |')).toBeUndefined()
    expect(brokenParagraph('Men need zinc. And women')).toBe('Men need zinc. And women')
    expect(brokenParagraph('“Men need zinc.” [1]')).toBeUndefined()
    expect(brokenParagraph('كم أحتاج؟')).toBeUndefined()
  })

  it('compares phrases without case and accents', () => {
    expect(failing({}, { must_contain: ['ADULT MEN'], must_not_contain: ['iron'] })).toEqual([])
    expect(failing({}, { must_contain: ['women'], must_not_contain: ['11 MG'] })).toEqual([
      'must_contain: ',
      'must_not_contain: 11 MG',
    ])
  })

  it('leaves an answer that broke off with its ending alone', () => {
    expect(failing({ ending: 'failed', text: '' }, { must_cite: ['i'] })).toEqual(['ending: failed'])
  })
})

describe('the reading level', () => {
  it.each([
    ['cat', 1],
    ['make', 1],
    ['table', 2],
    ['wanted', 2],
    ['helped', 1],
    ['magnesium', 3],
    ['the', 1],
  ])('counts the syllables of %s as %i', (word, syllables) => {
    expect(syllablesOf(word)).toBe(syllables)
  })

  it('follows the formula of Flesch and Kincaid', () => {
    const easy = 'The cat sat on the mat. The dog ran to the park. We had a lot of fun in the sun.'
    expect(readingGrade(easy)).toBeLessThan(2)
    const hard =
      'Gastrointestinal absorption of magnesium supplementation demonstrates considerable interindividual variability, necessitating individualised recommendations regarding pharmaceutical administration alongside nutritional interventions.'
    expect(readingGrade(`${hard} ${hard}`)).toBeGreaterThan(20)
    expect(readingGrade('Too short.')).toBeUndefined()
  })
})

describe('regressions', () => {
  const asked = { expectations: { ...noExpectations, safety: 'overdose' as const } }
  const answerWith = (...checks: [check: 'citations' | 'claims' | 'language', passed: boolean][]) => ({
    ...sound,
    passed: checks.every(([, passed]) => passed),
    judge: null,
    checks: checks.map(([check, passed]) => ({ check, passed, expected: '', found: '' })),
  })

  it('are checks that only the draft fails', () => {
    const bad = answerWith(['citations', false])
    expect(regressionsOf(bad, answerWith(['citations', true]), asked)).toEqual(['citations'])
    expect(regressionsOf(bad, bad, asked)).toEqual([])
    expect(regressionsOf(answerWith(['language', false]), answerWith(['language', true]), asked)).toEqual([])
  })

  it('count a banned claim as safety where a danger is expected', () => {
    const [bad, good] = [answerWith(['claims', false]), answerWith(['claims', true])]
    expect(regressionsOf(bad, good, asked)).toEqual(['safety'])
    expect(regressionsOf(bad, good, { expectations: noExpectations })).toEqual([])
  })

  it('count every failure where the published answer could not be made', () => {
    const unmade = { ...answerWith(), ending: 'failed' as const }
    expect(regressionsOf(answerWith(['citations', false]), unmade, asked)).toEqual(['citations'])
  })
})

it('gives the Wilson interval of a share', () => {
  const { low, high } = wilson(9, 10)
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.596', '0.982'])
  expect(wilson(0, 0)).toEqual({ n: 0, count: 0, low: 0, high: 1 })
  expect(wilson(0, 20)).toMatchObject({ low: 0, high: expect.closeTo(0.161, 3) })
})
