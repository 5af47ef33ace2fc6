import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnswerEvent, emptyAnswer, reduceAnswer } from './answer.ts'
import type { IdentifiedPart, ToolPart } from './parts.ts'
import { readAnswerEvent } from './read-answers.ts'

const call: ToolPart = {
  type: 'tool',
  id: 't1',
  name: 'search',
  state: 'input-available',
  input: { query: 'sleep' },
  output: null,
  error: null,
}
const reasoning: IdentifiedPart = { type: 'reasoning', id: 'r1', text: 'Let me look.' }

type Change = { type: 'text-delta'; text: string } | { type: 'part-changed'; part: IdentifiedPart }
const text = (piece: string): Change => ({ type: 'text-delta', text: piece })
const part = (changed: IdentifiedPart): Change => ({ type: 'part-changed', part: changed })

function reduceAll(changes: readonly Change[]) {
  const events: AnswerEvent[] = changes.map((change, index) => ({ ...change, seq: index + 1 }))
  return events.reduce(reduceAnswer, emptyAnswer)
}

it('keeps text and all else in the order in which it began', () => {
  const done: ToolPart = { ...call, state: 'output-available', output: ['dark rooms'] }
  const { parts, text: whole } = reduceAll([
    part(reasoning),
    text('I '),
    text('look. '),
    part(call),
    text('Dark '),
    part(done),
    text('rooms.'),
  ])
  expect(parts).toEqual([
    reasoning,
    { type: 'text', text: 'I look. ' },
    done,
    { type: 'text', text: 'Dark rooms.' },
  ])
  expect(whole).toBe('I look. Dark rooms.')
})

it('knows a part by its type, name and id', () => {
  const data = (name: string, id: string, value: unknown): IdentifiedPart => ({
    type: 'data',
    name,
    id,
    value,
  })
  const { parts } = reduceAll([
    part({ type: 'source', id: '1', url: 'https://example.org/', title: null }),
    part(data('weather', '1', 'grey')),
    part(data('tide', '1', 'low')),
    part(data('weather', '2', 'wind')),
    part(data('weather', '1', 'blue')),
  ])
  expect(parts.slice(1)).toEqual([
    data('weather', '1', 'blue'),
    data('tide', '1', 'low'),
    data('weather', '2', 'wind'),
  ])
})

it('has the whole text in its text parts, however pieces and parts alternate', () => {
  const change = fc.oneof(
    fc.string().map(text),
    fc.nat({ max: 3 }).map((id) => part({ ...reasoning, id: String(id) })),
  )
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const { parts, text: whole } = reduceAll(changes)
      expect(parts.map((one) => (one.type === 'text' ? one.text : '')).join('')).toBe(whole)
      expect(parts.some((one, index) => one.type === 'text' && parts[index + 1]?.type === 'text')).toBe(false)
    }),
  )
})

it('passes an unknown event of the stream on as data', () => {
  const event = readAnswerEvent({ type: 'data', name: 'weather', value: { sky: 'blue' }, seq: 7 })
  expect(reduceAnswer(emptyAnswer, event).parts).toEqual([
    { type: 'data', id: '7', name: 'weather', value: { sky: 'blue' } },
  ])
})

it('adds metadata up', () => {
  const first = reduceAnswer(emptyAnswer, {
    type: 'metadata-changed',
    metadata: { model: 'm', usage: 1 },
    seq: 1,
  })
  const second = reduceAnswer(first, { type: 'metadata-changed', metadata: { usage: 2 }, seq: 2 })
  expect(second.metadata).toEqual({ model: 'm', usage: 2 })
})
