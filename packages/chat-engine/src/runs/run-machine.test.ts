import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerEvent } from '../transport/answer.ts'
import {
  asked,
  READERLESS_MS,
  type RunEnvironment,
  type RunEvent,
  type RunMachineState,
  takenUp,
  transition,
} from './run-machine.ts'

const failure = {
  kind: 'server',
  message: 'Chat failed: 500',
  status: null,
  code: null,
  reason: null,
  retryAfterSeconds: null,
  cause: null,
} as const
const environment: RunEnvironment = {
  now: 1000,
  random: 0,
  reconnectDelaysMs: [250, 1000],
  hasHistory: true,
  describeBreak: (cause) => ({ ...failure, kind: 'stream', message: 'Streaming failed', cause }),
}
const text: AnswerEvent = { type: 'text-delta', text: 'Hi', seq: 1 }
const end: AnswerEvent = { type: 'stream-end', seq: 2 }

/** Every event, by a name that is unique per variant. */
const events = {
  turn: { type: 'turn' },
  opened: { type: 'opened', streamId: 's' },
  refused: { type: 'refused', failure, isAnswering: false },
  conflict: { type: 'refused', failure, isAnswering: true },
  text: { type: 'received', event: text },
  end: { type: 'received', event: end },
  broke: { type: 'broke', isReadable: true },
  unreadable: { type: 'broke', isReadable: false },
  timer: { type: 'timer' },
  'retry-now': { type: 'retry-now' },
  reconnected: { type: 'reconnected', isFollowing: false },
  'nothing-left': { type: 'nothing-left' },
  unreachable: { type: 'not-reconnected', isFinal: false, requestedWaitMs: 0 },
  final: { type: 'not-reconnected', isFinal: true, requestedWaitMs: 0 },
  stop: { type: 'stop' },
  'stopped-elsewhere': { type: 'stopped-elsewhere' },
  abandon: { type: 'abandon' },
} as const satisfies Record<string, RunEvent>
type EventName = keyof typeof events

const queued = asked(environment.reconnectDelaysMs)
const submitting = after(queued, 'turn')
const streaming = after(submitting, 'opened')
const waiting = after(streaming, 'broke')
const reconnecting = after(waiting, 'timer')
const states = {
  queued,
  submitting,
  stopping: after(submitting, 'stop'),
  streaming,
  waiting,
  reconnecting,
  'taken up': takenUp('s', 1000, environment.reconnectDelaysMs),
  closed: after(streaming, 'abandon'),
} as const
type StateName = keyof typeof states

function after(state: RunMachineState, ...names: readonly EventName[]): RunMachineState {
  return names.reduce((current, name) => transition(current, events[name], environment).state, state)
}

/** `phase: effects` for each event that is not ignored. Every other pair of state and event changes nothing. */
const table: Record<StateName, Partial<Record<EventName, string>>> = {
  queued: {
    turn: 'submitting: send',
    stop: 'closed: settle(stopped)',
    'stopped-elsewhere': 'closed: settle(stopped) abort',
    abandon: 'closed: close abort',
  },
  submitting: {
    opened: 'streaming: begin read',
    refused: 'closed: settle(failed)',
    conflict: 'closed: close abort show(idle) notify(conflict)',
    stop: 'stopping: settle(stopped) set-timer(3000)',
    'stopped-elsewhere': 'closed: settle(stopped) abort',
    abandon: 'closed: close abort',
  },
  stopping: {
    opened: 'closed: close stop-at-server',
    refused: 'closed: close',
    conflict: 'closed: close',
    timer: 'closed: close abort',
    'stopped-elsewhere': 'closed: close abort',
    abandon: 'closed: close abort',
  },
  streaming: {
    text: 'streaming: broadcast publish',
    end: 'closed: broadcast publish settle(complete)',
    broke: 'waiting: show(reconnecting) set-timer(250)',
    unreadable: 'closed: settle(interrupted)',
    stop: 'closed: settle(stopped) stop-at-server',
    'stopped-elsewhere': 'closed: settle(stopped) abort',
    abandon: 'closed: close abort',
  },
  waiting: {
    timer: 'reconnecting: reconnect',
    'retry-now': 'reconnecting: clear-timer reconnect',
    stop: 'closed: settle(stopped) stop-at-server',
    'stopped-elsewhere': 'closed: settle(stopped) abort',
    abandon: 'closed: close abort',
  },
  reconnecting: {
    reconnected: 'streaming: show(streaming) read',
    'nothing-left': 'closed: settle(complete) notify(nothing-left)',
    unreachable: 'waiting: set-timer(1000)',
    final: 'closed: settle(interrupted)',
    stop: 'closed: settle(stopped) stop-at-server',
    'stopped-elsewhere': 'closed: settle(stopped) abort',
    abandon: 'closed: close abort',
  },
  'taken up': {
    reconnected: 'streaming: begin resolve(resumed) read',
    'nothing-left': 'closed: close abort show(idle) resolve(nothing_left)',
    unreachable: 'waiting: set-timer(250)',
    final: 'closed: settle(interrupted) resolve(lost)',
    stop: 'closed: settle(stopped) stop-at-server resolve(resumed)',
    'stopped-elsewhere': 'closed: settle(stopped) abort resolve(resumed)',
    abandon: 'closed: close abort resolve(resumed)',
  },
  closed: {},
}

function describeTransition(state: RunMachineState, event: RunEvent, changes: Partial<RunEnvironment> = {}) {
  const next = transition(state, event, { ...environment, ...changes })
  const effects = next.effects.map((effect) => {
    switch (effect.type) {
      case 'set-timer':
        return `set-timer(${effect.ms})`
      case 'settle':
        return `settle(${effect.status})`
      case 'show':
        return `show(${effect.phase})`
      case 'notify':
        return `notify(${effect.of})`
      case 'resolve':
        return `resolve(${effect.outcome})`
      default:
        return effect.type
    }
  })
  return `${next.state.phase}: ${effects.join(' ')}`
}

function isStateName(name: string): name is StateName {
  return name in states
}

function isEventName(name: string): name is EventName {
  return name in events
}

describe('each state and event', () => {
  const pairs = Object.keys(states)
    .filter(isStateName)
    .flatMap((state) =>
      Object.keys(events)
        .filter(isEventName)
        .map((event) => [state, event] as const),
    )
  it.each(pairs)('%s, %s', (state, event) => {
    const expected = table[state][event]
    expect({
      transition: describeTransition(states[state], events[event]),
      isIgnored: transition(states[state], events[event], environment).state === states[state],
    }).toEqual({
      transition: expected ?? `${states[state].phase}: `,
      isIgnored: expected === undefined,
    })
  })
})

describe('an answer that broke', () => {
  it('may be resumed as often as delays are configured, and is remembered when they are used up', () => {
    const last = after(reconnecting, 'unreachable', 'timer')
    expect(describeTransition(last, events.unreachable)).toBe('closed: settle(interrupted)')
    expect(after(last, 'unreachable').lostSince).toBe(1000)
    expect(after(reconnecting, 'final').lostSince).toBeNull()
  })

  it('restores its attempts with every new event, and not with a repeated one', () => {
    const resumed = after(reconnecting, 'reconnected', 'text')
    expect(resumed.delaysMs).toEqual([250, 1000])
    expect(after(reconnecting, 'reconnected').delaysMs).toEqual([1000])
  })

  it('waits as long as the server requests, and cannot be cut short then', () => {
    const busy = { type: 'not-reconnected', isFinal: false, requestedWaitMs: 5000 } as const
    expect(describeTransition(reconnecting, busy)).toBe('waiting: set-timer(6000)')
    expect(
      transition(transition(reconnecting, busy, environment).state, events['retry-now'], environment).effects,
    ).toEqual([])
    const tooLong = { ...busy, requestedWaitMs: READERLESS_MS + 1 }
    expect(describeTransition(reconnecting, tooLong)).toBe('closed: settle(interrupted)')
  })

  it('loses up to half of each delay to jitter', () => {
    expect(describeTransition(streaming, events.broke, { random: 0.5 })).toContain('set-timer(187.5)')
  })

  it('cannot be resumed without a stream id', () => {
    const nameless = transition(submitting, { type: 'opened', streamId: null }, environment).state
    expect(describeTransition(nameless, events.broke)).toBe('closed: show(reconnecting) settle(interrupted)')
  })

  it('is mended when it ends after all', () => {
    const resumed = after(reconnecting, 'reconnected')
    expect(describeTransition(resumed, events.end)).toBe(
      'closed: broadcast publish settle(complete) notify(mended)',
    )
  })

  it('counts as interrupted without a history when the server may have stopped it', () => {
    const late = { now: 1000 + READERLESS_MS }
    const resumed = transition(reconnecting, events.reconnected, { ...environment, ...late }).state
    expect(resumed.mayHaveBeenStopped).toBe(true)
    expect(describeTransition(resumed, events.end, { hasHistory: false })).toContain('settle(interrupted)')
    expect(describeTransition(resumed, events.end)).toContain('settle(complete)')
  })

  it('fails with the error that the server sent, whatever breaks after it', () => {
    const error: AnswerEvent = { type: 'stream-error', message: 'No model.', code: null, seq: 1 }
    const failed = transition(streaming, { type: 'received', event: error }, environment).state
    const { effects } = transition(failed, events.unreadable, environment)
    expect(effects[0]).toEqual({
      type: 'settle',
      status: 'failed',
      run: { phase: 'failed', ...failure, kind: 'stream', message: 'No model.', reason: 'No model.' },
    })
  })
})

it('follows another tab without broadcasting its events again', () => {
  const following = transition(reconnecting, { type: 'reconnected', isFollowing: true }, environment).state
  expect(describeTransition(following, events.text)).toBe('streaming: publish')
})

it('reports a refused session once, before the first word only', () => {
  const error: AnswerEvent = { type: 'stream-error', message: 'Sign in.', code: 'login_required', seq: 1 }
  const refused = transition(streaming, { type: 'received', event: error }, environment).state
  expect(describeTransition(refused, { type: 'received', event: end })).toContain('notify(login-required)')
  const partial = transition(
    after(streaming, 'text'),
    { type: 'received', event: { ...error, seq: 2 } },
    environment,
  ).state
  expect(describeTransition(partial, { type: 'received', event: { ...end, seq: 3 } })).not.toContain('notify')
})

it('settles at most once and stays closed, whatever happens', () => {
  const names = fc.array(fc.constantFrom(...Object.keys(events).filter(isEventName)), { maxLength: 40 })
  const start = fc.constantFrom(states.queued, states['taken up'])
  const result = fc.check(
    fc.property(start, names, (first, sequence) => {
      let state = first
      let settled = 0
      let resolved = 0
      for (const name of sequence) {
        const next = transition(state, events[name], environment)
        if (state.phase === 'closed' && (next.state !== state || next.effects.length > 0)) return false
        settled += next.effects.filter(({ type }) => type === 'settle').length
        resolved += next.effects.filter(({ type }) => type === 'resolve').length
        ;({ state } = next)
      }
      const isResolved = first.isTakenUp && (state.phase === 'closed' || !state.isTakenUp)
      return settled <= 1 && resolved === (isResolved ? 1 : 0)
    }),
  )
  expect(result).toMatchObject({ failed: false })
})
