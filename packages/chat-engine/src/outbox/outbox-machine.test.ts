import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OutboxEvent, type OutboxState, transition } from './outbox-machine.ts'

const question = {
  key: 'k',
  conversationId: 'c',
  accountId: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  text: 'And naps?',
  images: [],
  authors: [],
  tools: [],
  metadata: null,
}
const events: readonly OutboxEvent[] = [
  { type: 'sent', question },
  { type: 'restored', question },
  { type: 'unreadable' },
  { type: 'delivered' },
  { type: 'withdrawn' },
]
const states: readonly OutboxState[] = ['absent', 'stored', 'shown']

/** `state: effects` for each event that is not ignored. Every other pair of state and event changes nothing. */
const table: Record<OutboxState, Partial<Record<OutboxEvent['type'], string>>> = {
  absent: { sent: 'shown: write' },
  stored: {
    restored: 'shown: show',
    unreadable: 'absent: erase',
    delivered: 'absent: erase',
    withdrawn: 'absent: erase',
  },
  shown: { unreadable: 'absent: erase', delivered: 'absent: erase', withdrawn: 'absent: erase' },
}

function describeTransition(state: OutboxState, event: OutboxEvent) {
  const next = transition(state, event)
  return `${next.state}: ${next.effects.map(({ type }) => type).join(' ')}`
}

describe('each state and event', () => {
  const pairs = states.flatMap((state) => events.map((event) => ({ state, event })))
  it.each(pairs)('$state, $event.type', ({ state, event }) => {
    expect(describeTransition(state, event)).toBe(table[state][event.type] ?? `${state}: `)
  })
})

it('writes and shows the question of its event', () => {
  expect(transition('absent', { type: 'sent', question }).effects).toEqual([{ type: 'write', question }])
  expect(transition('stored', { type: 'restored', question }).effects).toEqual([{ type: 'show', question }])
})

it('is in the storage exactly when its state is not absent, whatever happens', () => {
  const sequences = fc.array(fc.constantFrom(...events), { maxLength: 20 })
  const result = fc.check(
    fc.property(fc.constantFrom(...states), sequences, (first, sequence) => {
      let state = first
      let isStored = first !== 'absent'
      for (const event of sequence) {
        const next = transition(state, event)
        for (const { type } of next.effects) {
          if (type === 'write' && isStored) return false
          if (type === 'erase' && !isStored) return false
          if (type !== 'show') isStored = type === 'write'
        }
        if (isStored !== (next.state !== 'absent')) return false
        ;({ state } = next)
      }
      return true
    }),
  )
  expect(result).toMatchObject({ failed: false })
})
