import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyAnswer } from '../transport/answer.ts'
import type { AnswerEvent } from '../transport/answer.ts'
import { type TabStreamEvent, type TabStreamState, idle, transition } from './tabs-machine.ts'

const answer = { ...emptyAnswer, text: 'Dark', lastSeq: 3 }
const event: AnswerEvent = { type: 'text-delta', text: ' rooms.', seq: 4 }

/** Every event, by a name that is unique per variant. */
const events = {
  read: { type: 'read' },
  follow: { type: 'follow' },
  granted: { type: 'granted' },
  taken: { type: 'taken' },
  stolen: { type: 'stolen' },
  'requested early': { type: 'requested', answer: null },
  requested: { type: 'requested', answer },
  answer: { type: 'answer', answer },
  received: { type: 'received', event },
  broadcast: { type: 'broadcast', event, answer },
  timer: { type: 'timer' },
  release: { type: 'release' },
} as const satisfies Record<string, TabStreamEvent>
type EventName = keyof typeof events

function after(...names: readonly EventName[]): TabStreamState {
  return names.reduce((state, name) => transition(state, events[name]).state, idle)
}

const states = {
  idle,
  claiming: after('follow'),
  requesting: after('follow', 'taken'),
  following: after('follow', 'taken', 'answer'),
  checking: after('follow', 'taken', 'answer', 'timer'),
  inheriting: after('follow', 'taken', 'answer', 'granted'),
  'reading alone': after('read'),
  'reading, one joins': after('read', 'requested early'),
  'reading for others': after('read', 'requested'),
  alone: after('read', 'stolen'),
} as const
type StateName = keyof typeof states

/** `state: effects` for each event that is not ignored. Every other pair of state and event changes nothing. */
const table: Record<StateName, Partial<Record<EventName, string>>> = {
  idle: { read: 'reading alone: wait', follow: 'claiming: claim' },
  claiming: {
    granted: 'reading alone: resolve(reading)',
    taken: 'requesting: wait post-request set-timer(silence)',
    release: 'idle: unlock resolve(reading)',
  },
  requesting: {
    answer: 'following: resolve(following) deliver(caught-up) set-timer(silence)',
    granted: 'reading, one joins: clear-timer resolve(reading)',
    timer: 'reading, one joins: steal resolve(reading)',
    release: 'idle: clear-timer unlock resolve(reading)',
  },
  following: {
    answer: 'following: deliver(caught-up) set-timer(silence)',
    received: 'following: deliver(text-delta) set-timer(silence)',
    granted: 'inheriting: set-timer(response)',
    timer: 'checking: post-request set-timer(response)',
    release: 'idle: clear-timer unlock end',
  },
  checking: {
    answer: 'following: deliver(caught-up) set-timer(silence)',
    received: 'following: deliver(text-delta) set-timer(silence)',
    granted: 'inheriting: set-timer(response)',
    timer: 'reading, one joins: steal end',
    release: 'idle: clear-timer unlock end',
  },
  inheriting: {
    answer: 'inheriting: deliver(caught-up)',
    received: 'inheriting: deliver(text-delta)',
    stolen: 'following: wait set-timer(silence)',
    timer: 'reading, one joins: end',
    release: 'idle: clear-timer unlock end',
  },
  'reading alone': {
    follow: 'reading alone: resolve(reading)',
    stolen: 'alone: ',
    requested: 'reading for others: post-answer',
    'requested early': 'reading, one joins: ',
    release: 'idle: unlock',
  },
  'reading, one joins': {
    follow: 'reading, one joins: resolve(reading)',
    stolen: 'alone: ',
    requested: 'reading, one joins: post-answer',
    broadcast: 'reading for others: post-answer',
    release: 'idle: unlock',
  },
  'reading for others': {
    follow: 'reading for others: resolve(reading)',
    stolen: 'alone: ',
    requested: 'reading for others: post-answer',
    'requested early': 'reading, one joins: ',
    broadcast: 'reading for others: post-event',
    release: 'idle: unlock',
  },
  alone: { follow: 'claiming: claim', release: 'idle: unlock' },
}

function isStateName(name: string): name is StateName {
  return name in states
}

function isEventName(name: string): name is EventName {
  return name in events
}

const stateNames = Object.keys(states).filter(isStateName)
const eventNames = Object.keys(events).filter(isEventName)

function nameOf({ phase, audience }: TabStreamState): string {
  return (
    stateNames.find((name) => states[name].phase === phase && states[name].audience === audience) ?? phase
  )
}

function describeTransition(before: TabStreamState, name: EventName) {
  const { state, effects } = transition(before, events[name])
  const described = effects.map((effect) => {
    if (effect.type === 'resolve') return `resolve(${effect.isFollowing ? 'following' : 'reading'})`
    if (effect.type === 'set-timer') return `set-timer(${effect.of})`
    return effect.type === 'deliver' ? `deliver(${effect.event.type})` : effect.type
  })
  return `${nameOf(state)}: ${described.join(' ')}`
}

describe('each state and event', () => {
  const pairs = stateNames.flatMap((state) => eventNames.map((event) => [state, event] as const))
  it.each(pairs)('%s, %s', (state, name) => {
    expect(describeTransition(states[state], name)).toBe(table[state][name] ?? `${state}: `)
  })
})

it('resolves every follow once, and ends every stream that it gave, whatever happens', () => {
  const result = fc.check(
    fc.property(fc.array(fc.constantFrom(...eventNames), { maxLength: 40 }), (sequence) => {
      let state = idle
      let isPending = false
      let isOpen = false
      for (const name of [...sequence, 'release' as const]) {
        // A run follows again only after its stream has ended.
        if (name === 'follow' && (isPending || isOpen)) continue
        const next = transition(state, events[name])
        if (name === 'follow') isPending = true
        for (const effect of next.effects) {
          if (effect.type === 'resolve') {
            if (!isPending) return false
            isPending = false
            isOpen = effect.isFollowing
          } else if (effect.type === 'end') {
            if (!isOpen) return false
            isOpen = false
          } else if (effect.type === 'deliver' && !isOpen) return false
        }
        ;({ state } = next)
      }
      return !isPending && !isOpen
    }),
  )
  expect(result).toMatchObject({ failed: false })
})
