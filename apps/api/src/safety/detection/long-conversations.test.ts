import { describe, expect, it } from 'vitest'
import { longestStep } from '../../../tests/measurement/longest-step.ts'
import { loadAssessor } from './load.ts'

const assessor = loadAssessor()
const sentence = 'We compared yoga mats, a blender and three kinds of green tea for the studio. '
const filler = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
const dangerOf = (text: string, history: readonly string[] = []) =>
  assessor.assess(
    text,
    history.flatMap((content) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'Here is what our articles say.' },
    ]),
  ).danger

/** The shortest of several runs in ms: the others waited for the machine. */
function shortest(text: string): number {
  const runs = Array.from({ length: 8 }, () => {
    const started = performance.now()
    assessor.assess(text)
    return performance.now() - started
  })
  return Math.min(...runs)
}

describe('a long message', () => {
  it.each([
    ['in English', 'I took 30 tylenol an hour ago. ', 'overdose'],
    ['without punctuation', 'i took 30 tylenol an hour ago and then we ', 'overdose'],
    ['misspelt', 'I want to kill mysefl tonigth. ', 'self_harm'],
  ])('is read whole: a danger %s in the middle of 20,000 characters', (_name, danger, category) => {
    const text = `${filler(10_000)}. ${danger}${filler(10_000)}`
    expect(dangerOf(text)).toMatchObject({ category, severity: 'emergency' })
  })

  it('without a danger raises no alarm', () => {
    expect(dangerOf(filler(32_000))).toBeUndefined()
  })

  it('finds a danger behind many harmless readings of the same rule', () => {
    const facts = 'What are the signs of a heart attack, such as chest pain? '.repeat(60)
    expect(dangerOf(facts)).toBeUndefined()
    expect(dangerOf(`${facts}My chest hurts and my left arm is numb right now. ${facts}`)).toMatchObject({
      severity: 'emergency',
    })
  })

  it('takes time linear to its length', () => {
    for (const unit of [sentence, '12 mg ', '[1, ', 'pain chest arm child pills ']) {
      const short = shortest(unit.repeat(Math.ceil(8000 / unit.length)))
      const long = shortest(unit.repeat(Math.ceil(128_000 / unit.length)))
      // Sixteen times the length; a quadratic part would take 256 times the time.
      expect(long).toBeLessThan(Math.max(60, short * 80))
    }
  })
})

describe('in slices', () => {
  const conversation = [
    { role: 'user' as const, content: `I took 30 tylenol an hour ago. ${filler(20_000)}` },
    { role: 'assistant' as const, content: 'Here is what our articles say.' },
  ]

  it('the result is the same', async () => {
    expect(await assessor.assessInSlices('Which tea?', conversation)).toEqual(
      assessor.assess('Which tea?', conversation),
    )
  })

  it.each([sentence, '12 mg ', '[1, ', 'pain chest arm child pills '])(
    'the event loop is not held by 200,000 characters of %j',
    async (unit) => {
      const text = unit.repeat(200_000 / unit.length)
      let step = Infinity
      // Other work of the machine only ever adds to a measurement.
      for (let attempt = 0; attempt < 6 && step >= 50; attempt += 1)
        step = Math.min(step, await longestStep(() => assessor.assessInSlices(text)))
      expect(step).toBeLessThan(50)
    },
  )
})

describe('a danger of an earlier turn', () => {
  const turns = Array.from({ length: 10 }, (_, i) => `Which tea number ${i + 1} do you have?`)

  it('counts ten turns later while nobody said that it is over', () => {
    expect(dangerOf('Do you ship to Spain?', ['I am going to kill myself tonight.', ...turns])).toMatchObject(
      {
        category: 'self_harm',
        severity: 'emergency',
      },
    )
  })

  it.each([
    ['My mum collapsed.', 'The ambulance came, she is safe now.'],
    ['Mi padre se desmayó y no respira.', 'Vino la ambulancia y ya está bien.'],
    ['Mein Vater ist zusammengebrochen und atmet nicht.', 'Der Notarzt war da, es geht ihm wieder gut.'],
    ['Mon père ne respire plus.', 'Le SAMU est venu, il va mieux.'],
    ['Meu pai desmaiou e não respira.', 'A ambulância veio, ele já está bem.'],
    ['أبي لا يتنفس وفقد الوعي', 'وصل الإسعاف وهو بخير الآن'],
  ])('ends when the person says so: %s', (danger, over) => {
    expect(dangerOf('ok', [danger])).toMatchObject({ severity: 'emergency' })
    expect(dangerOf('ok', [danger, over])).toBeUndefined()
  })

  it.each([
    ['I am going to kill myself tonight.', 'She is not safe now.'],
    ['Ich werde mich heute Nacht umbringen.', 'Ich weiß gerne mehr über Tee und über Yoga.'],
    ['Esta noche me mato.', 'Quiero un té para poner encima de la mesa.'],
  ])('does not end by other words: %s', (danger, later) => {
    expect(dangerOf('ok', [danger, later])).toMatchObject({ category: 'self_harm', severity: 'emergency' })
  })

  it('counts in the language that it was written in', () => {
    const history = ['Esta noche me mato, ya tengo las pastillas.', ...turns]
    expect(dangerOf('Which of the teas is the best for my mornings?', history)).toMatchObject({
      category: 'self_harm',
      language: 'es',
    })
  })
})
