import { type AnswerEvent, type AnswerState, emptyAnswer, reduceAnswer } from '../transport/answer.ts'
import type { RunEnd } from '../stores/signals.ts'
import type { RunFailure, RunState } from '../types.ts'

/**
 * State machine of one run: the generation of one answer, from its request to its end.
 *
 * `transition(state, event, environment)` is pure: it returns the next state and the effects that `run.ts` performs,
 * in order. A question goes `queued → submitting → streaming → closed`. When its stream breaks, it goes
 * `streaming → waiting → reconnecting → streaming` until the answer has ended or the attempts are used up. An answer
 * that is already running at the server starts in `reconnecting`. A question that is stopped while `submitting` is
 * `stopping` until the server has named its stream, because a stream is stopped by its id.
 * `docs/chat-engine-runs.md` has the diagram.
 *
 * @example
 * transition(asked(), { type: 'turn' }, environment).effects // [{ type: 'send' }]
 */
export interface RunMachineState {
  readonly phase: 'queued' | 'submitting' | 'streaming' | 'waiting' | 'reconnecting' | 'stopping' | 'closed'
  /** True for an answer that was already running at the server, and has not delivered an event here yet. */
  readonly isTakenUp: boolean
  readonly streamId: string | null
  readonly answer: AnswerState
  /** Delays in ms of the remaining attempts to resume; a received event restores all of them. */
  readonly delaysMs: readonly number[]
  /** Time of the last break, in ms since the epoch; null when the stream never broke. */
  readonly brokenAt: number | null
  /** True when the stream was lost for so long that the server may have stopped the run. */
  readonly mayHaveBeenStopped: boolean
  /** True while another tab reads the stream, and this tab reads from that tab. */
  readonly isFollowing: boolean
  /** True while `waiting` when the wait may be cut short: false when the server requested it. */
  readonly canRetryNow: boolean
  /** Time of the break, in ms, of a `closed` run whose answer may be taken up again when the network is back. */
  readonly lostSince: number | null
  /** The last error of its connection; undefined without one. */
  readonly cause?: unknown
}

export type RunEvent =
  /** Its turn in the conversation's queue came. */
  | { readonly type: 'turn' }
  | { readonly type: 'opened'; readonly streamId: string | null }
  /** `isAnswering`: the conversation has another running answer. */
  | { readonly type: 'refused'; readonly failure: RunFailure; readonly isAnswering: boolean }
  | { readonly type: 'received'; readonly event: AnswerEvent }
  /** The stream ended without the answer's end, or failed; `isReadable` is false for an invalid stream. */
  | { readonly type: 'broke'; readonly isReadable: boolean; readonly cause?: unknown }
  | { readonly type: 'timer' }
  | { readonly type: 'retry-now' }
  | { readonly type: 'reconnected'; readonly isFollowing: boolean }
  | { readonly type: 'nothing-left' }
  /** `requestedWaitMs`: wait requested by the server; `isFinal`: another attempt cannot succeed. */
  | {
      readonly type: 'not-reconnected'
      readonly isFinal: boolean
      readonly requestedWaitMs: number
      readonly cause?: unknown
    }
  | { readonly type: 'stop' }
  | { readonly type: 'stopped-elsewhere' }
  | { readonly type: 'abandon' }

export type RunEffect =
  | { readonly type: 'send' | 'begin' | 'read' | 'publish' | 'reconnect' | 'clear-timer' | 'stop-at-server' }
  /** Stops performing anything for the run; `abort` cancels its request, too. */
  | { readonly type: 'close' | 'abort' }
  | { readonly type: 'show'; readonly phase: 'streaming' | 'reconnecting' | 'idle' }
  | { readonly type: 'broadcast'; readonly event: AnswerEvent }
  | { readonly type: 'set-timer'; readonly ms: number }
  /** Writes the end of the answer: publishes what has arrived, closes the run, updates message and thread. */
  | {
      readonly type: 'settle'
      readonly status: 'complete' | 'stopped' | 'interrupted' | 'failed'
      readonly run: RunState
    }
  | { readonly type: 'notify'; readonly of: RunEnd }
  /** Result of taking up an answer. */
  | { readonly type: 'resolve'; readonly outcome: 'resumed' | 'nothing_left' | 'lost' }

/** Facts from outside the run that a transition depends on. */
export interface RunEnvironment {
  /** Time in ms since the epoch. */
  readonly now: number
  /** Random number from 0 up to 1, for jitter. */
  readonly random: number
  /** Delays in ms before each attempt to resume a broken stream. */
  readonly reconnectDelaysMs: readonly number[]
  /** True when the server stores the conversation, so that its history shows how an answer ended. */
  readonly hasHistory: boolean
  /** Describes the failure of an interrupted answer. */
  readonly describeBreak: (cause: unknown) => RunFailure
}

export interface Transition {
  readonly state: RunMachineState
  readonly effects: readonly RunEffect[]
}

/** Time in ms after which a server stops a stream without a reader; a longer wait is useless. */
export const READERLESS_MS = 60_000

/** Time in ms for a stopped question to receive its stream id, before its request is aborted. */
const STOP_WAIT_MS = 3000

const initial: RunMachineState = {
  phase: 'queued',
  isTakenUp: false,
  streamId: null,
  answer: emptyAnswer,
  delaysMs: [],
  brokenAt: null,
  mayHaveBeenStopped: false,
  isFollowing: false,
  canRetryNow: false,
  lostSince: null,
}

/** Initial state of a question, or of an answer that is to be continued. */
export function asked(reconnectDelaysMs: readonly number[], answer = emptyAnswer): RunMachineState {
  return { ...initial, delaysMs: reconnectDelaysMs, answer }
}

/** Initial state of an answer that is running at the server, with one immediate attempt before the delayed ones. */
export function takenUp(
  streamId: string,
  since: number,
  reconnectDelaysMs: readonly number[],
): RunMachineState {
  return {
    ...initial,
    phase: 'reconnecting',
    isTakenUp: true,
    streamId,
    delaysMs: reconnectDelaysMs,
    brokenAt: since,
  }
}

/** Returns the next state of a run and the effects to perform. Events that a phase does not expect change nothing. */
export function transition(state: RunMachineState, event: RunEvent, environment: RunEnvironment): Transition {
  if (state.phase === 'closed') return stay(state)
  switch (event.type) {
    case 'turn':
      return state.phase === 'queued'
        ? { state: { ...state, phase: 'submitting' }, effects: [send] }
        : stay(state)
    case 'opened':
      return opened(state, event.streamId)
    case 'refused':
      return refused(state, event, environment)
    case 'received':
      return received(state, event.event, environment)
    case 'broke':
      return broke(state, event, environment)
    case 'timer':
      return timer(state)
    case 'retry-now':
      if (state.phase !== 'waiting' || !state.canRetryNow) return stay(state)
      return { state: { ...state, phase: 'reconnecting' }, effects: [clearTimer, reconnect] }
    case 'reconnected':
      return reconnected(state, event.isFollowing, environment)
    case 'nothing-left':
      return nothingLeft(state, environment)
    case 'not-reconnected':
      return notReconnected(state, event, environment)
    case 'stop':
      return stopped(state)
    case 'stopped-elsewhere':
      return close(state, state.phase === 'stopping' ? [abort] : [settleStopped, abort])
    case 'abandon':
      return close(state, [abort])
    default:
      event satisfies never
      return stay(state)
  }
}

const send: RunEffect = { type: 'send' }
const reconnect: RunEffect = { type: 'reconnect' }
const clearTimer: RunEffect = { type: 'clear-timer' }
const abort: RunEffect = { type: 'abort' }
const stopAtServer: RunEffect = { type: 'stop-at-server' }
const settleStopped: RunEffect = { type: 'settle', status: 'stopped', run: { phase: 'stopped' } }

function stay(state: RunMachineState): Transition {
  return { state, effects: [] }
}

/** Closes the run. A promise of an answer that was taken up is resolved with the outcome, if still open. */
function close(
  state: RunMachineState,
  effects: readonly RunEffect[],
  outcome: 'resumed' | 'nothing_left' | 'lost' = 'resumed',
): Transition {
  const isSettled = effects[0]?.type === 'settle'
  return {
    state: { ...state, phase: 'closed' },
    effects: [
      ...(isSettled ? [] : [{ type: 'close' } as const]),
      ...effects,
      ...(state.isTakenUp ? [{ type: 'resolve', outcome } as const] : []),
    ],
  }
}

function opened(state: RunMachineState, streamId: string | null): Transition {
  const named = { ...state, streamId }
  if (state.phase === 'stopping') return close(named, [stopAtServer])
  if (state.phase !== 'submitting') return stay(state)
  return { state: { ...named, phase: 'streaming' }, effects: [{ type: 'begin' }, { type: 'read' }] }
}

function refused(
  state: RunMachineState,
  { failure, isAnswering }: Extract<RunEvent, { type: 'refused' }>,
  { hasHistory }: RunEnvironment,
): Transition {
  if (state.phase === 'stopping') return close(state, [])
  if (state.phase !== 'submitting') return stay(state)
  if (!isAnswering || !hasHistory) return fail(state, failure)
  return close(state, [abort, { type: 'show', phase: 'idle' }, { type: 'notify', of: 'conflict' }])
}

function received(state: RunMachineState, event: AnswerEvent, environment: RunEnvironment): Transition {
  if (state.phase !== 'streaming') return stay(state)
  const answer = reduceAnswer(state.answer, event)
  if (answer === state.answer) return stay(state)
  const next = { ...state, answer, delaysMs: environment.reconnectDelaysMs }
  const effects: RunEffect[] = [
    ...(state.isFollowing ? [] : [{ type: 'broadcast', event } as const]),
    { type: 'publish' },
  ]
  if (!answer.ended) return { state: next, effects }
  const end = finish(next, environment)
  return { state: end.state, effects: [...effects, ...end.effects] }
}

function broke(
  state: RunMachineState,
  { isReadable, cause }: Extract<RunEvent, { type: 'broke' }>,
  environment: RunEnvironment,
): Transition {
  if (state.phase !== 'streaming') return stay(state)
  if (!isReadable) return interrupt({ ...state, cause }, environment, 'gone')
  const broken = { ...state, cause, brokenAt: environment.now }
  const next =
    state.streamId === null ? interrupt(broken, environment, 'gone') : attempt(broken, environment, 0)
  return { state: next.state, effects: [{ type: 'show', phase: 'reconnecting' }, ...next.effects] }
}

/** Waits before the next attempt to resume, or interrupts the answer when none is left. */
function attempt(state: RunMachineState, environment: RunEnvironment, requestedWaitMs: number): Transition {
  const [delayMs, ...delaysMs] = state.delaysMs
  if (delayMs === undefined) return interrupt(state, environment, 'lost')
  // Jitter removes up to half of the delay, so that clients do not reconnect at once.
  const ms = delayMs - (delayMs / 2) * environment.random + requestedWaitMs
  if (ms <= 0) return { state: { ...state, phase: 'reconnecting', delaysMs }, effects: [reconnect] }
  return {
    state: { ...state, phase: 'waiting', delaysMs, canRetryNow: requestedWaitMs <= 0 },
    effects: [{ type: 'set-timer', ms }],
  }
}

function timer(state: RunMachineState): Transition {
  if (state.phase === 'stopping') return close(state, [abort])
  if (state.phase !== 'waiting') return stay(state)
  return { state: { ...state, phase: 'reconnecting' }, effects: [reconnect] }
}

function reconnected(state: RunMachineState, isFollowing: boolean, environment: RunEnvironment): Transition {
  if (state.phase !== 'reconnecting') return stay(state)
  const next: RunMachineState = {
    ...noteBreak(state, environment),
    phase: 'streaming',
    isFollowing,
    isTakenUp: false,
  }
  return {
    state: next,
    effects: state.isTakenUp
      ? [{ type: 'begin' }, { type: 'resolve', outcome: 'resumed' }, { type: 'read' }]
      : [{ type: 'show', phase: 'streaming' }, { type: 'read' }],
  }
}

/** The stream was complete, or the server has dropped it: the history decides. */
function nothingLeft(state: RunMachineState, environment: RunEnvironment): Transition {
  if (state.phase !== 'reconnecting') return stay(state)
  if (state.isTakenUp) return close(state, [abort, { type: 'show', phase: 'idle' }], 'nothing_left')
  const end = finish(noteBreak(state, environment), environment)
  if (state.answer.error !== null) return end
  return { state: end.state, effects: [...end.effects, { type: 'notify', of: 'nothing-left' }] }
}

function notReconnected(
  state: RunMachineState,
  { isFinal, requestedWaitMs, cause }: Extract<RunEvent, { type: 'not-reconnected' }>,
  environment: RunEnvironment,
): Transition {
  if (state.phase !== 'reconnecting') return stay(state)
  const failed = { ...state, cause }
  if (isFinal || requestedWaitMs > READERLESS_MS) return interrupt(failed, environment, 'gone')
  return attempt(failed, environment, requestedWaitMs)
}

function noteBreak(state: RunMachineState, { now }: RunEnvironment): RunMachineState {
  const lostMs = state.brokenAt === null ? 0 : now - state.brokenAt
  return { ...state, mayHaveBeenStopped: state.mayHaveBeenStopped || lostMs >= READERLESS_MS }
}

function finish(state: RunMachineState, environment: RunEnvironment): Transition {
  const { error, text, ended } = state.answer
  if (error !== null) {
    const isRefused = error.code === 'login_required' && text === ''
    const kind = isRefused ? 'auth' : 'stream'
    const { message, code } = error
    return fail(state, { ...environment.describeBreak(null), kind, message, reason: message, code })
  }
  // Without a history nothing shows whether the server stopped the answer.
  if (state.mayHaveBeenStopped && !environment.hasHistory) return interrupt(state, environment, 'gone')
  return close(state, [
    { type: 'settle', status: 'complete', run: { phase: 'done' } },
    ...(state.brokenAt !== null && ended ? [{ type: 'notify', of: 'mended' } as const] : []),
  ])
}

/** @param reach `lost` when the stream may be found again once there is a connection, `gone` when it cannot */
function interrupt(state: RunMachineState, environment: RunEnvironment, reach: 'lost' | 'gone'): Transition {
  // An error event of the server is more precise.
  if (state.answer.error !== null) return finish(state, environment)
  const lostSince = reach === 'lost' ? (state.brokenAt ?? environment.now) : null
  return close(
    { ...state, lostSince },
    [
      {
        type: 'settle',
        status: 'interrupted',
        run: { phase: 'failed', ...environment.describeBreak(state.cause) },
      },
    ],
    'lost',
  )
}

function fail(state: RunMachineState, failure: RunFailure): Transition {
  return close(state, [
    { type: 'settle', status: 'failed', run: { phase: 'failed', ...failure } },
    ...(failure.kind === 'auth' ? [{ type: 'notify', of: 'login-required' } as const] : []),
  ])
}

function stopped(state: RunMachineState): Transition {
  if (state.phase === 'stopping') return stay(state)
  if (state.phase === 'queued') return close(state, [settleStopped])
  if (state.phase === 'submitting') {
    return {
      state: { ...state, phase: 'stopping' },
      effects: [settleStopped, { type: 'set-timer', ms: STOP_WAIT_MS }],
    }
  }
  return close(state, [settleStopped, stopAtServer])
}
