import type { AnswerEvent, AnswerState } from '../transport/answer.ts'

/**
 * State machine of one stream in one tab: who of the tabs reads it from the server.
 *
 * The tab that holds the stream's lock (Web Locks) reads the stream, and broadcasts its events once another tab has
 * asked for them. The others follow: they wait for the lock, which the browser grants to the next tab when the reading
 * tab releases it, is closed or crashes. `transition(state, event)` is pure: it returns the next state and the effects
 * that `create-tabs.ts` performs, in order. `docs/chat-engine-tabs.md` has the diagram.
 *
 * @example
 * transition(idle, { type: 'follow' }).effects // [{ type: 'claim' }]
 */
export interface TabStreamState {
  /**
   * - `idle`: no run of this tab has the stream.
   * - `claiming`: waits for the browser to grant the lock, or to report that another tab holds it.
   * - `requesting`: another tab holds the lock; its answer so far is requested.
   * - `following`: receives the events of the reading tab.
   * - `checking`: the reading tab was silent for long; its answer was requested again.
   * - `inheriting`: the reading tab is gone and this tab holds the lock; the last messages may be under way.
   * - `reading`: reads the stream from the server, and broadcasts its events to the tabs that follow.
   * - `alone`: reads the stream from the server for itself, after another tab has stolen the lock and broadcasts in its
   *   place. Events of two readers may be numbered differently, so that followers of both would show text twice.
   */
  readonly phase:
    | 'idle'
    | 'claiming'
    | 'requesting'
    | 'following'
    | 'checking'
    | 'inheriting'
    | 'reading'
    | 'alone'
  /** While `reading`. `joining`: another tab needs the whole answer with the next event; `following`: only the events. */
  readonly audience: 'none' | 'joining' | 'following'
}

export type TabStreamEvent =
  /** This tab opened the stream. */
  | { readonly type: 'read' }
  /** This tab needs the stream, from another tab or from the server. */
  | { readonly type: 'follow' }
  | { readonly type: 'granted' }
  | { readonly type: 'taken' }
  /** Another tab stole the lock that this tab held. */
  | { readonly type: 'stolen' }
  /** Another tab requests the answer; null when this tab has received nothing of it. */
  | { readonly type: 'requested'; readonly answer: AnswerState | null }
  /** The reading tab sent the whole answer, or an event. */
  | { readonly type: 'answer'; readonly answer: AnswerState }
  | { readonly type: 'received'; readonly event: AnswerEvent }
  /** This tab read an event from the server; `answer` includes it. */
  | { readonly type: 'broadcast'; readonly event: AnswerEvent; readonly answer: AnswerState }
  | { readonly type: 'timer' }
  /** The run that had the stream is closed, or the page goes away. */
  | { readonly type: 'release' }

export type TabStreamEffect =
  /** Requests the lock: `claim` only if it is free, `wait` until it is, `steal` from its holder. */
  | { readonly type: 'claim' | 'wait' | 'steal' | 'unlock' }
  | { readonly type: 'post-request' }
  | { readonly type: 'post-answer'; readonly answer: AnswerState }
  | { readonly type: 'post-event'; readonly event: AnswerEvent }
  /** Ends `follow`: `isFollowing` is false when this tab is to read the stream itself. */
  | { readonly type: 'resolve'; readonly isFollowing: boolean }
  | { readonly type: 'deliver'; readonly event: AnswerEvent }
  /** Ends the delivered events. */
  | { readonly type: 'end' }
  /** Replaces the timer: `silence` of the reading tab, or its `response`. */
  | { readonly type: 'set-timer'; readonly of: 'silence' | 'response' }
  | { readonly type: 'clear-timer' }

export interface TabStreamTransition {
  readonly state: TabStreamState
  readonly effects: readonly TabStreamEffect[]
}

/** The state before the first event and after `release`. */
export const idle: TabStreamState = { phase: 'idle', audience: 'none' }

/** Returns the next state and the effects to perform. Events that a phase does not expect change nothing. */
export function transition(state: TabStreamState, event: TabStreamEvent): TabStreamTransition {
  if (event.type === 'release') return released(state)
  switch (state.phase) {
    case 'idle':
      if (event.type === 'read') return to('reading', [wait])
      return event.type === 'follow' ? to('claiming', [{ type: 'claim' }]) : { state, effects: [] }
    case 'claiming':
      if (event.type === 'granted') return to('reading', [readItself])
      return event.type === 'taken' ? to('requesting', [wait, request, awaitNews]) : { state, effects: [] }
    case 'requesting':
      return inRequesting(state, event)
    case 'following':
    case 'checking':
      return inFollowing(state, event)
    case 'alone':
      return event.type === 'follow' ? to('claiming', [{ type: 'claim' }]) : { state, effects: [] }
    case 'inheriting':
      if (event.type === 'stolen') return to('following', [wait, awaitNews])
      if (event.type === 'timer') return takeOver([end])
      return { state, effects: delivered(event) }
    case 'reading':
    default:
      return inReading(state, event)
  }
}

const wait: TabStreamEffect = { type: 'wait' }
const steal: TabStreamEffect = { type: 'steal' }
const request: TabStreamEffect = { type: 'post-request' }
const readItself: TabStreamEffect = { type: 'resolve', isFollowing: false }
const end: TabStreamEffect = { type: 'end' }
const awaitNews: TabStreamEffect = { type: 'set-timer', of: 'silence' }
const awaitResponse: TabStreamEffect = { type: 'set-timer', of: 'response' }
const clearTimer: TabStreamEffect = { type: 'clear-timer' }

function to(phase: TabStreamState['phase'], effects: readonly TabStreamEffect[]): TabStreamTransition {
  return { state: { phase, audience: 'none' }, effects }
}

/** Other tabs may follow still, and may lack an event: the next one goes to them with the whole answer. */
function takeOver(effects: readonly TabStreamEffect[]): TabStreamTransition {
  return { state: { phase: 'reading', audience: 'joining' }, effects }
}

function delivered(event: TabStreamEvent): readonly TabStreamEffect[] {
  if (event.type === 'received') return [{ type: 'deliver', event: event.event }]
  if (event.type !== 'answer') return []
  const { answer } = event
  return [{ type: 'deliver', event: { type: 'caught-up', answer, seq: answer.lastSeq } }]
}

function inRequesting(state: TabStreamState, event: TabStreamEvent): TabStreamTransition {
  switch (event.type) {
    case 'answer':
      return to('following', [{ type: 'resolve', isFollowing: true }, ...delivered(event), awaitNews])
    case 'granted':
      return takeOver([clearTimer, readItself])
    case 'timer':
      return takeOver([steal, readItself])
    default:
      return { state, effects: [] }
  }
}

function inFollowing(state: TabStreamState, event: TabStreamEvent): TabStreamTransition {
  switch (event.type) {
    case 'answer':
    case 'received':
      return to('following', [...delivered(event), awaitNews])
    case 'granted':
      return to('inheriting', [awaitResponse])
    case 'timer':
      // A suspended tab keeps its lock, and reads nothing.
      return state.phase === 'following' ? to('checking', [request, awaitResponse]) : takeOver([steal, end])
    default:
      return { state, effects: [] }
  }
}

function inReading(state: TabStreamState, event: TabStreamEvent): TabStreamTransition {
  const { phase, audience } = state
  switch (event.type) {
    case 'follow':
      return { state, effects: [readItself] }
    case 'stolen':
      return to('alone', [])
    case 'requested':
      if (event.answer === null) return { state: { phase, audience: 'joining' }, effects: [] }
      return {
        state: { phase, audience: audience === 'joining' ? audience : 'following' },
        effects: [{ type: 'post-answer', answer: event.answer }],
      }
    case 'broadcast':
      if (audience === 'none') return { state, effects: [] }
      return {
        state: { phase, audience: 'following' },
        effects: [
          audience === 'joining'
            ? { type: 'post-answer', answer: event.answer }
            : { type: 'post-event', event: event.event },
        ],
      }
    default:
      return { state, effects: [] }
  }
}

function released({ phase }: TabStreamState): TabStreamTransition {
  switch (phase) {
    case 'idle':
      return { state: idle, effects: [] }
    case 'claiming':
      return { state: idle, effects: [{ type: 'unlock' }, readItself] }
    case 'requesting':
      return { state: idle, effects: [clearTimer, { type: 'unlock' }, readItself] }
    case 'reading':
    case 'alone':
      return { state: idle, effects: [{ type: 'unlock' }] }
    case 'following':
    case 'checking':
    case 'inheriting':
    default:
      return { state: idle, effects: [clearTimer, { type: 'unlock' }, end] }
  }
}
