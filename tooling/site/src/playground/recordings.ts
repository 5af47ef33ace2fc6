import type { AnswerEvent } from '@org/chat-engine'

type Unnumbered = AnswerEvent extends infer Event
  ? Event extends { seq: number }
    ? Omit<Event, 'seq'>
    : never
  : never

/** A recorded answer: its question, and its events in their order. */
export interface Recording {
  question: string
  events: readonly Unnumbered[]
}

const sources = [
  { number: 1, title: 'Magnesium and sleep', url: 'https://example.org/magnesium' },
  { number: 2, title: 'Light in the evening', url: 'https://example.org/light' },
]

export const recordings: readonly Recording[] = [
  {
    question: 'What helps me sleep?',
    events: [
      { type: 'status-changed', text: 'Searching' },
      { type: 'citations-replaced', citations: sources },
      ...textOf(`Three things help most people:

1. **A dark room.** Light in the evening delays the body's clock [2].
2. **Regular hours**, at weekends too.
3. **Magnesium**, where there is too little of it [1].

| When   | What                |
| ------ | ------------------- |
| 21:00  | dim the lights      |
| 22:30  | to bed              |

Try <product>Magnesium Glycinate</product> for two weeks.`),
      {
        type: 'product-resolved',
        name: 'Magnesium Glycinate',
        options: [{ name: 'Magnesium Glycinate 120', url: 'https://example.org/shop', price: '€ 19' }],
      },
    ],
  },
  {
    question: 'Find me a quiet room and book it.',
    events: [
      {
        type: 'part-changed',
        part: { type: 'reasoning', id: 'r', text: 'Search first, then ask before I book.' },
      },
      tool('search', 'output-available', { query: 'quiet rooms' }, ['Room 4']),
      ...textOf('Room 4 faces the garden. '),
      tool('book', 'approval-requested', { room: 4 }, null),
    ],
  },
]

/** Events of an answer that goes on after a decision on its tool call. */
export function continuationOf(approved: boolean): readonly Unnumbered[] {
  return [
    tool('book', approved ? 'output-available' : 'output-error', { room: 4 }, approved ? 'Booked' : null, {
      error: approved ? null : 'rejected',
      approval: { id: 'p', approved, reason: null },
    }),
    ...textOf(approved ? 'It is yours.' : 'I did not book it.'),
  ]
}

function tool(
  name: string,
  state: 'output-available' | 'output-error' | 'approval-requested',
  input: unknown,
  output: unknown,
  more: { error?: string | null; approval?: { id: string; approved: boolean; reason: null } } = {},
): Unnumbered {
  const asks = state === 'approval-requested' && { approval: { id: 'p', approved: null, reason: null } }
  return {
    type: 'part-changed',
    part: { type: 'tool', id: name, name, state, input, output, error: null, ...asks, ...more },
  }
}

/** A text in pieces of a few characters, as a model gives it. */
function textOf(text: string): Unnumbered[] {
  return (text.match(/.{1,7}/gsu) ?? []).map((piece) => ({ type: 'text-delta', text: piece }))
}
