import { operatorLimits } from '@org/api-client/contract'
import { expect, it } from 'vitest'
import { compiledLanguages, loadAssessor, loadAssessorWith } from './load.ts'
import type { OperatorPhrase } from './operator-phrases.ts'

const phraseOf = (phrase: string): OperatorPhrase => ({
  phrase,
  language: 'en',
  category: 'overdose',
  severity: 'urgent',
})

/** CPU time of this thread in ms, which other programs on the machine do not change. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

it('compiles as many phrases as there may be, and blocks the event loop for less than 50 ms', async () => {
  compiledLanguages()
  loadAssessor()
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = (index: number) =>
    Array.from({ length: 26 }, (_, at) => letters[(index * (at + 3) + at * at) % 26]).join('')
  const phrases = Array.from({ length: operatorLimits.phrases }, (_, index) =>
    phraseOf(`${word(index * 3)} ${word(index * 3 + 1)} ${word(index * 3 + 2)} x${index}`),
  )
  let isDone = false
  let longest = 0
  let last = cpuMs()
  const measure = () => {
    longest = Math.max(longest, cpuMs() - last)
    last = cpuMs()
    if (!isDone) setImmediate(measure)
  }
  setImmediate(measure)
  const assessor = await loadAssessorWith(phrases)
  isDone = true
  expect(longest).toBeLessThan(50)
  const [first] = phrases
  expect(assessor.assess(`They spoke of ${first?.phrase} today.`).danger?.category).toBe('overdose')
})

it.each([
  '',
  '!!!',
  '|',
  '~ ~',
  '(a+)+$',
  '\u200F\u202E',
  '😀',
  '*',
  '?',
  'a|b',
  '__proto__',
  '日本語の言葉',
  '\0',
])('finds what it found before beside the phrase %j', async (phrase) => {
  const assessor = await loadAssessorWith([phraseOf(phrase), phraseOf('zorb the quandle')])
  expect(assessor.assess('Which tea helps me sleep?').danger).toBeUndefined()
  expect(assessor.assess('I want to kill myself').danger?.category).toBe('self_harm')
  expect(assessor.assess('Should I zorb the quandle tonight?').danger?.category).toBe('overdose')
})
