import { createAnswerPublisher } from './answer-publisher.ts'
import type { EngineContext } from '../context.ts'
import type { RunningAnswer } from '../guests/guest-history.ts'
import { type ResumeOutcome, Run, type RunPorts, type RunStart } from './run.ts'
import { asked, takenUp } from './run-machine.ts'
import type { TabMember } from '../tabs/tabs-port.ts'

export type { RunStart } from './run.ts'

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
  streamOf: (key: string) => string | null
  /** Makes every pending attempt to resume a broken stream now; returns the answers whose attempts are used up. */
  retryNow: () => RunningAnswer[]
  /** Interface for other tabs to the runs of this tab. */
  member: Omit<TabMember, 'onBegan'>
}

type RunsParts = Omit<RunPorts, 'context' | 'publishAnswer' | 'onClosed' | 'onLost' | 'onSettled'>

export function createRuns(context: EngineContext, parts: RunsParts): Runs {
  const { conversations, threads, messages, onChange } = parts
  const active = new Map<string, Run>()
  /** Stopped questions that wait for their stream id. */
  const stopping = new Set<Run>()
  const lost = new Map<string, RunningAnswer>()
  /** Cancels the timer of a lingering status line, by conversation. */
  const lingering = new Map<string, () => void>()
  const ports: RunPorts = {
    ...parts,
    context,
    publishAnswer: createAnswerPublisher(context, parts),
    onClosed: (run) => {
      if (active.get(run.key) === run) active.delete(run.key)
      if (!stopping.delete(run) && run.isStopping) stopping.add(run)
    },
    onLost: ({ key, messageKey, streamId }, since) => {
      if (streamId !== null) lost.set(key, { key, messageKey, streamId, since })
    },
    onSettled: ({ key }) => {
      clearLater(key)
      onChange(key)
    },
  }

  /** Clears the status line of an ended answer after its time. */
  function clearLater(key: string): void {
    const line = threads.get(key).statusLine
    const { statusLingerMs, errorLingerMs } = context.limits
    const ms = line?.kind === 'error' ? errorLingerMs : statusLingerMs
    if (line === null || ms === null) return
    const clear = () => {
      if (threads.get(key).statusLine === line) threads.setStatusLine(key, null)
    }
    lingering.set(key, context.clock.setTimer(clear, ms))
  }

  function open(run: Run, phase: 'submitting' | 'reconnecting'): void {
    const { key, messageKey } = run
    active.get(key)?.dispatch({ type: 'abandon' })
    lost.delete(key)
    lingering.get(key)?.()
    active.set(key, run)
    threads.patch(key, { run: { phase, messageKey } })
    threads.setStatusLine(key, null)
  }

  function runOf(streamId: string): Run | undefined {
    return [...active.values()].find((run) => run.streamId === streamId)
  }

  return {
    start: (start) => {
      const run = new Run(ports, { ...start, start }, asked(context.limits.reconnectDelaysMs))
      open(run, 'submitting')
      void conversations.inOrder(start.key, () => run.takeTurn())
    },
    resume: ({ key, messageKey, streamId, since = context.clock.now() }) => {
      const state = takenUp(streamId, since, context.limits.reconnectDelaysMs)
      const run = new Run(ports, { key, messageKey, start: null }, state)
      open(run, 'reconnecting')
      messages.patch(messageKey, { status: 'streaming', error: null })
      run.takeUp()
      return run.outcome
    },
    stop: async (key) => {
      const run = active.get(key)
      run?.dispatch({ type: 'stop' })
      await run?.stopping
    },
    abandon: (key) => active.get(key)?.dispatch({ type: 'abandon' }),
    abandonAll: () => {
      for (const run of [...active.values(), ...stopping]) run.dispatch({ type: 'abandon' })
      for (const cancel of lingering.values()) cancel()
      lingering.clear()
      lost.clear()
    },
    streamOf: (key) => active.get(key)?.streamId ?? null,
    retryNow: () => {
      for (const run of active.values()) run.dispatch({ type: 'retry-now' })
      // Unless it was asked again, or the conversation is gone.
      return [...lost.values()].filter(({ messageKey }) => messages.get(messageKey)?.status === 'interrupted')
    },
    member: {
      answerOf: (streamId) => {
        const run = runOf(streamId)
        return run?.isRead === true ? run.answer : undefined
      },
      onStopped: (streamId) => runOf(streamId)?.dispatch({ type: 'stopped-elsewhere' }),
    },
  }
}
