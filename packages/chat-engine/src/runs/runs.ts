import type { EngineStores } from '../engine-stores.ts'
import type { RunStart } from '../stores/signals.ts'
import type { TabMember } from '../tabs/tabs-port.ts'
import { type ResumeOutcome, Run, type RunPorts } from './run.ts'
import { isRunActive } from './run-state.ts'
import { asked, takenUp } from './run-machine.ts'
import { createStatusLineTimers } from './status-line-timers.ts'

/** An answer that runs at the server, and that no run here has. */
export interface RunningAnswer {
  key: string
  messageKey: string
  streamId: string
  /** Since when it has not been read, in milliseconds since 1970. @default now */
  since?: number
}

/** Running answers, at most one per conversation. */
export interface Runs {
  /** Sends a question; the answer grows in `messageKey`. */
  start: (start: RunStart) => void
  /**
   * Takes up an answer that is running at the server, from its first event. Resolves to `'nothing_left'` and leaves the
   * thread unchanged when the stream has already ended.
   */
  resume: (answer: RunningAnswer) => Promise<ResumeOutcome>
  /** Ends the answer here and at the server. */
  stop: (key: string) => Promise<void>
  /** Stops following an answer without a trace: it goes on at the server. */
  abandon: (key: string) => void
  abandonAll: () => void
  /** The stream that replays the conversation's running answer from its beginning. */
  streamOf: (key: string) => string | null
  /** Returns whether an answer of the conversation is running, or asked for. */
  isRunning: (key: string) => boolean
  /** Makes every pending attempt to resume a broken stream now; returns the answers whose attempts are used up. */
  retryNow: () => RunningAnswer[]
  /** Interface for other tabs to the runs of this tab. */
  member: Omit<TabMember, 'onBegan'>
}

export function createRuns(stores: EngineStores): Runs {
  /** The runs that are not over: with the lost ones, and those that were stopped before their stream had an id. */
  const runs = new Set<Run>()
  const timers = createStatusLineTimers(stores)
  const ports: RunPorts = {
    ...stores,
    onClosed: (run) => {
      if (run.isOver) runs.delete(run)
    },
    onSettled: ({ key }) => {
      timers.start(key)
      stores.signals.changed.emit(key)
    },
  }

  function find(isWanted: (run: Run) => boolean): Run | undefined {
    return [...runs].find((run) => run.isActive && isWanted(run))
  }
  const runIn = (key: string) => find((run) => run.key === key)
  const runOf = (streamId: string) => find((run) => run.streamId === streamId)

  function open(run: Run, phase: 'submitting' | 'reconnecting'): void {
    const { key, messageKey } = run
    runIn(key)?.dispatch({ type: 'abandon' })
    for (const other of runs) if (other.key === key && other.lostSince !== null) runs.delete(other)
    runs.add(run)
    stores.threads.patch(key, { run: { phase, messageKey } })
    stores.threads.setStatusLine(key, null)
  }

  /** Returns the lost answers, but those that were asked for again, or whose conversation is gone. */
  function lostAnswers(): RunningAnswer[] {
    return [...runs].flatMap(({ key, messageKey, streamId, lostSince }) => {
      if (lostSince === null || streamId === null) return []
      if (stores.messages.get(messageKey)?.status !== 'interrupted') return []
      return { key, messageKey, streamId, since: lostSince }
    })
  }

  return {
    start: (start) => {
      const run = new Run(
        ports,
        { ...start, start },
        asked(stores.context.limits.reconnectDelaysMs, start.continued),
      )
      open(run, 'submitting')
      void stores.conversations.inOrder(start.key, () => run.takeTurn())
    },
    resume: ({ key, messageKey, streamId, since = stores.context.clock.now() }) => {
      const state = takenUp(streamId, since, stores.context.limits.reconnectDelaysMs)
      const run = new Run(ports, { key, messageKey, start: null }, state)
      open(run, 'reconnecting')
      stores.messages.patch(messageKey, { status: 'streaming', error: null, failure: null })
      return run.takeUp()
    },
    stop: async (key) => {
      const run = runIn(key)
      run?.dispatch({ type: 'stop' })
      await run?.stopping
    },
    abandon: (key) => runIn(key)?.dispatch({ type: 'abandon' }),
    abandonAll: () => {
      for (const run of runs) run.dispatch({ type: 'abandon' })
      runs.clear()
      timers.cancelAll()
    },
    streamOf: (key) => {
      const run = runIn(key)
      // The stream of a continued answer lacks its beginning.
      return run?.start?.continued === undefined ? (run?.streamId ?? null) : null
    },
    isRunning: (key) => isRunActive(stores.threads.get(key).run),
    retryNow: () => {
      for (const run of runs) run.dispatch({ type: 'retry-now' })
      return lostAnswers()
    },
    member: {
      namespace: stores.context.namespace,
      answerOf: (streamId) => {
        const run = runOf(streamId)
        return run?.isRead === true ? run.answer : undefined
      },
      onStopped: (streamId) => runOf(streamId)?.dispatch({ type: 'stopped-elsewhere' }),
    },
  }
}
