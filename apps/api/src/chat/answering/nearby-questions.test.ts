import type { ChatEvent } from '@org/api-client/contract'
import { expect, it } from 'vitest'
import { TurnSources } from '../model/turn-sources.ts'
import { AnswerText } from './answer-text.ts'
import { nearbyQuestions } from './nearby-questions.ts'

const passage = (title: string, heading: string) => ({ title, heading, url: '/x', score: 1 })
const searches = [
  {
    query: 'oolong caffeine',
    covered: false,
    passages: [
      passage('Green tea', 'Caffeine in green tea'),
      passage('Teapots', 'Care of cast iron'),
      passage('Oolong', 'Storage'),
    ],
  },
]

it('are those of passages whose heading or title has a word of the question, in the language of the reader', () => {
  const text = 'Does oolong contain caffeine?'
  const [first, second, ...more] = nearbyQuestions(searches, { text, language: 'es' })
  expect(first).toBe('¿Qué dicen las fuentes sobre «Caffeine in green tea»?')
  expect(second).toBe('¿Qué dicen las fuentes sobre «Storage»?')
  expect(more).toEqual([])
})

it('are none where nothing is near, and where nothing was searched', () => {
  expect(nearbyQuestions(searches, { text: 'Do you engrave gift boxes?', language: 'en' })).toEqual([])
  expect(nearbyQuestions([], { text: 'Does oolong contain caffeine?', language: 'en' })).toEqual([])
})

it('are suggested below an uncovered answer of a model that suggests none, and below no other', () => {
  const conclude = (text: string) => {
    const events: ChatEvent[] = []
    const sources = new TurnSources()
    sources.cite({
      id: '1',
      title: 'Oolong',
      heading: 'Storage',
      url: '/x',
      author: 'Shop',
      text: 'Keep it dry.',
    })
    const options = { sources, maxCharacters: 1000, onProgress: () => undefined, suggest: () => ['Oolong?'] }
    const answer = new AnswerText({ ...options, emit: (event) => events.push(event) })
    answer.writeModelText(text)
    answer.writeRest()
    answer.conclude()
    return events.filter(({ type }) => type === 'suggestions')
  }
  expect(conclude('I have no content about this.')).toEqual([{ type: 'suggestions', content: ['Oolong?'] }])
  expect(conclude('Keep it dry. [1]')).toEqual([])
})
