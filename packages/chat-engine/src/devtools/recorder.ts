import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import type { AnswerEvent } from '../transport/answer.ts'
import type { ChatEngine, ChatEngineOptions, ChatError, RunState } from '../types.ts'
import { followSelected } from '../bindings/thread-view.ts'

/** Something that happened in an engine. */
export type RecordedEntry = {
  /** Milliseconds since the last question was sent. */
  readonly ms: number
} & (
  | { readonly type: 'phase'; readonly phase: RunState['phase'] }
  | { readonly type: 'event'; readonly event: AnswerEvent }
  | { readonly type: 'error'; readonly error: ChatError }
)

/** The last answer of an engine, as it arrived. */
export interface Recorder {
  /** The phases, events and errors of the last answer, in their order. */
  readonly entries: Store<readonly RecordedEntry[]>
  /** Ends the recording; the options have their own callbacks again. */
  stop: () => void
}

/** Options of {@link recordEngine}. */
export interface RecorderOptions {
  engine: ChatEngine
  /** The object that the engine was created with: its `onEvent` and `onError` are wrapped. */
  options: ChatEngineOptions
  /** Entries that are kept; older ones go. @default 2000 */
  maxEntries?: number | undefined
  /** Milliseconds of a clock. @default performance.now */
  now?: (() => number) | undefined
}

/** Records the last answer of the selected conversation: its events with their times, and the phases of its run. */
export function recordEngine({
  engine,
  options,
  maxEntries = 2000,
  now = () => performance.now(),
}: RecorderOptions): Recorder {
  const entries = createStore<readonly RecordedEntry[]>([])
  const { onEvent, onError } = options
  let startedAt = now()
  let phase: RunState['phase'] = 'idle'

  type Unstamped = RecordedEntry extends infer Entry
    ? Entry extends RecordedEntry
      ? Omit<Entry, 'ms'>
      : never
    : never
  const add = (entry: Unstamped) => {
    const stamped = { ...entry, ms: now() - startedAt } as RecordedEntry
    entries.update((before) => [...before, stamped].slice(-maxEntries))
  }

  function notePhase() {
    const { selectedKey } = engine.conversations.get()
    const next = selectedKey === null ? 'idle' : engine.thread(selectedKey).get().run.phase
    if (next === phase) return
    phase = next
    if (next === 'submitting') {
      startedAt = now()
      entries.set([])
    }
    add({ type: 'phase', phase: next })
  }

  options.onEvent = (event, answer) => {
    add({ type: 'event', event })
    onEvent?.(event, answer)
  }
  options.onError = (error, origin) => {
    add({ type: 'error', error })
    onError?.(error, origin)
  }
  const leave = followSelected(engine, undefined, (key) => engine.thread(key), notePhase)
  return {
    entries,
    stop: () => {
      leave()
      options.onEvent = onEvent
      options.onError = onError
    },
  }
}
