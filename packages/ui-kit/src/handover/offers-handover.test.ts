import { expect, it } from 'vitest'
import { mentionsHandover, offersHandover, type OfferedMessage } from './offers-handover.ts'

const question = (text = 'Do you ship to Malta?'): OfferedMessage => ({
  role: 'user',
  text,
  outcome: null,
  suggestions: [],
  safety: null,
  status: 'complete',
})
const answer = (given: Partial<OfferedMessage> = {}): OfferedMessage => ({
  ...question('…'),
  role: 'assistant',
  outcome: 'uncovered',
  suggestions: ['What does oolong contain?'],
  ...given,
})
const notice = (severity: 'caution' | 'urgent' | 'emergency') =>
  ({ category: 'overdose', severity, title: '', text: '', lines: [] }) as const

it('offers a person after the second uncovered answer, not after the first', () => {
  expect(offersHandover([question(), answer()])).toBe(false)
  expect(offersHandover([question(), answer(), question(), answer()])).toBe(true)
  const between = [question(), answer(), question(), answer({ outcome: 'answered' }), question(), answer()]
  expect(offersHandover(between)).toBe(true)
})

it('mentions a person below the first uncovered answer, once it has ended', () => {
  expect(mentionsHandover([question(), answer()])).toBe(true)
  expect(mentionsHandover([question(), answer({ status: 'streaming' })])).toBe(false)
  expect(mentionsHandover([question(), answer({ outcome: 'answered' })])).toBe(false)
  expect(mentionsHandover([question(), answer({ safety: notice('urgent') })])).toBe(false)
  expect(mentionsHandover([question()])).toBe(false)
})

it('offers a person below an uncovered answer that suggests no other question', () => {
  expect(offersHandover([question(), answer({ suggestions: [] })])).toBe(true)
  expect(offersHandover([question(), answer({ outcome: 'refused', suggestions: [] })])).toBe(false)
  expect(offersHandover([question(), answer({ status: 'streaming', suggestions: [] })])).toBe(false)
})

it('does not below an answer that helped', () => {
  const messages = [question(), answer(), question(), answer(), question(), answer({ outcome: 'answered' })]
  expect(offersHandover(messages)).toBe(false)
})

it('offers a person to whoever asks for one, once the answer has ended', () => {
  const asked = question('I want to talk to a person')
  expect(offersHandover([asked, answer({ outcome: 'answered' })])).toBe(true)
  expect(offersHandover([asked, answer({ status: 'streaming', outcome: null })])).toBe(false)
  expect(offersHandover([asked])).toBe(false)
  expect(offersHandover([])).toBe(false)
})

it.each(['urgent', 'emergency'] as const)('never offers one in the place of an %s notice', (severity) => {
  const safety = notice(severity)
  expect(offersHandover([question('I want to talk to a person'), answer({ safety })])).toBe(false)
  expect(offersHandover([question(), answer(), question(), answer({ safety })])).toBe(false)
})

it('does so beside a notice to be careful', () => {
  const safety = notice('caution')
  expect(offersHandover([question(), answer(), question(), answer({ safety })])).toBe(true)
})
