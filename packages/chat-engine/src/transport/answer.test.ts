// @vitest-environment node
import type { ChatEvent, SequencedChatEvent } from '@org/api-client'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, reduceAnswer } from './answer.ts'
import { readAnswerEvent } from './read-answers.ts'

function reduceAll(events: readonly SequencedChatEvent[]) {
  let answer = emptyAnswer
  for (const event of events) answer = reduceAnswer(answer, readAnswerEvent(event))
  return answer
}

function numbered(...events: ChatEvent[]): SequencedChatEvent[] {
  return events.map((event, index) => Object.assign({ seq: index + 1 }, event))
}

const anyEvent: fc.Arbitrary<ChatEvent> = fc.oneof(
  fc.record({ type: fc.constant('text-delta'), text: fc.string() }),
  fc.record({ type: fc.constant('status-changed'), text: fc.string() }),
  fc.record({
    type: fc.constant('title-changed'),
    conversationId: fc.constant('c'),
    title: fc.string(),
  }),
  fc.record({
    type: fc.constant('citations-replaced'),
    citations: fc.array(fc.constantFrom('[1] One (https://example.org/1)', '[2] Two', 3, null)),
  }),
  fc.record({
    type: fc.constant('product-resolved'),
    original: fc.constantFrom('<product>A</product>', '<product>B</product>'),
    replacement: fc.constant('<a href="https://example.org/a">A</a>'),
  }),
  fc.record({ type: fc.constant('stream-error'), message: fc.string(), code: fc.constant(null) }),
)

describe('reduceAnswer', () => {
  it('adds the pieces of the text up', () => {
    const answer = reduceAll(
      numbered({ type: 'text-delta', text: 'Sleep ' }, { type: 'text-delta', text: 'well.' }),
    )
    expect(answer).toMatchObject({ text: 'Sleep well.', lastSeq: 2, ended: false })
  })

  it("'citations event replaces the citation index'", () => {
    const answer = reduceAll(
      numbered(
        { type: 'citations-replaced', citations: ['[1] One (https://example.org/1)', '[2] Two'] },
        {
          type: 'citations-replaced',
          citations: [{ citation_num: 3, title: 'Three', url: 'https://example.org/3' }],
        },
      ),
    )
    expect(answer.citations).toEqual([{ number: 3, title: 'Three', url: 'https://example.org/3' }])
  })

  it('keeps the options of a product under the name in its tag', () => {
    const answer = reduceAll(
      numbered({
        type: 'product-resolved',
        original: '<product data-pk="7">Magnesium Glycinate</product>',
        replacement: '<a href="https://shop.example/m" data-price="$19">Magnesium Glycinate</a>',
      }),
    )
    expect(answer.products).toEqual({
      'Magnesium Glycinate': [{ name: 'Magnesium Glycinate', url: 'https://shop.example/m', price: '$19' }],
    })
  })

  it('takes nothing in after the end', () => {
    const answer = reduceAll(numbered({ type: 'stream-end' }, { type: 'text-delta', text: 'late' }))
    expect(answer).toMatchObject({ ended: true, text: '', lastSeq: 1 })
  })

  it('gives the same state for an event that it had already', () => {
    const [event] = numbered({ type: 'text-delta', text: 'a' })
    if (event === undefined) throw new Error('no event')
    const answer = reduceAll([event])
    expect(reduceAnswer(answer, readAnswerEvent(event))).toBe(answer)
  })

  it('takes in what another reader of the same stream has, unless it has more', () => {
    const text = (piece: string) => ({ type: 'text-delta', text: piece }) as const
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 12 }), fc.nat(12), fc.nat(12), (pieces, own, others) => {
        const events = numbered(...pieces.map(text))
        const other = reduceAll(events.slice(0, others))
        const caughtUp = { type: 'caught-up', answer: other, seq: other.lastSeq } as const
        let answer = reduceAnswer(reduceAll(events.slice(0, own)), caughtUp)
        for (const event of events) answer = reduceAnswer(answer, readAnswerEvent(event))
        expect(answer.text).toBe(pieces.join(''))
      }),
    )
  })

  it('gives the same answer however often a stream is taken up again', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), fc.array(fc.nat(20)), (plain, restarts) => {
        const events = numbered(...plain)
        const replayed = restarts.flatMap((from) => events.slice(0, from)).concat(events)
        const inOrder = restarts.length === 0 ? events : [...events, ...replayed]
        expect(reduceAll(inOrder)).toEqual(reduceAll(events))
      }),
    )
  })
})
