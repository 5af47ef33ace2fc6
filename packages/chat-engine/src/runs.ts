import type { ChatInput } from '@org/api-client'
import { emptyAnswer, reduceAnswer } from './answer.ts'
import type { AnswerEvent, AnswerState } from './answer.ts'
import { createAnswerPublisher } from './answer-publisher.ts'
import type { PublishedRun, PublisherParts } from './answer-publisher.ts'
import type { EngineContext } from './context.ts'
import { describeFailure, isAnswering, isUnreadable } from './failures.ts'
import type { RunFailure } from './failures.ts'
import { createReconnect, READERLESS_MS } from './reconnect.ts'
import type { ReconnectingRun } from './reconnect.ts'
import type { RunningAnswer } from './guest-history.ts'
import type { TabMember } from './tabs-port.ts'
import type { ThreadStore } from './threads.ts'
import type { AnswerStream } from './transport.ts'
import type { ChatMessageStatus, PendingPrompt, RunState } from './types.ts'

/** Answers on their way, at most one a conversation. */
export interface Runs {
  /** Asks; the answer grows in `messageKey`. */
  start: (start: RunStart) => void
  /** Takes up an answer that is running at the server, from its first event. Nothing left leaves it as it was. */
  resume: (answer: RunningAnswer) => Promise<'resumed' | 'nothing_left' | 'lost'>
  /** Ends the answer here and at the server. */
  stop: (key: string) => Promise<void>
  /** Lets go of an answer without a word: it goes on at the server. */
  abandon: (key: string) => void
  abandonAll: () => void
  streamOf: (key: string) => string | null
  /** Makes every next attempt to take up a broken stream now; names the answers whose attempts were used up. */
  retryNow: () => RunningAnswer[]
  /** Interface for other tabs to the runs of this tab. */
  member: Omit<TabMember, 'onBegan'>
}

/** A question on its way. */
export interface RunStart {
  key: string
  userKey: string
  messageKey: string
  /** The messages that came into the thread with it: both, the answer alone, or none. */
  added: readonly string[]
  prompt: PendingPrompt
  /** Made when its turn comes, so that it holds the conversation's id if that became known meanwhile. */
  input: () => ChatInput
}

interface RunParts extends PublisherParts {
  threads: ThreadStore
  /** Called when the server answers 401: removes the question and its pending answer. */
  onLoginRequired: (start: RunStart) => void
  /** A stored answer's stream has nothing more to say, and said no end. */
  onNothingLeft: (key: string) => void
  /** An answer came to its end, but its stream had been lost for a while. */
  onMended: (key: string, messageKey: string) => void
  /** Another question of this conversation is being answered: this one was not asked. */
  onConflict: (start: RunStart) => void
}

interface Run extends PublishedRun, ReconnectingRun {
  readonly start: RunStart | null
  answer: AnswerState
  streamId: string | null
  isSettled: boolean
  /** When its stream was last lost; null: it never was. */
  brokenAt: number | null
  /** True when the connection was lost for so long that the server may have stopped the run. */
  mayHaveBeenStopped: boolean
  readonly publish: () => void
}

/** Time in ms for a stopped question to receive its stream id, before its connection is cut. */
const STOP_WAIT_MS = 3000

export function createRuns(context: EngineContext, parts: RunParts): Runs {
  const { conversations, threads, messages, onLoginRequired, onNothingLeft, onMended, onConflict, onChange } =
    parts
  const publishAnswer = createAnswerPublisher(context, parts)
  const reconnect = createReconnect(context)
  const active = new Map<string, Run>()
  const lost = new Map<string, RunningAnswer>()
  /** Cancels timers that outlive a run: of a status line, by conversation; of a stopped question, by message. */
  const lingering = new Map<string, () => void>()

  function open(key: string, messageKey: string, start: RunStart | null): Run {
    abandon(key)
    lost.delete(key)
    lingering.get(key)?.()
    const run: Run = {
      key,
      messageKey,
      start,
      controller: new AbortController(),
      answer: emptyAnswer,
      published: emptyAnswer,
      streamId: null,
      isSettled: false,
      isFollowing: false,
      brokenAt: start === null ? context.clock.now() : null,
      mayHaveBeenStopped: false,
      attempts: 0,
      cancelWait: () => undefined,
      retryNow: () => undefined,
      publish: () => {
        if (!run.isSettled) publishAnswer(run)
      },
    }
    active.set(key, run)
    setPhase(run, start === null ? 'reconnecting' : 'submitting')
    threads.setStatusLine(key, null)
    return run
  }

  function setPhase({ key, messageKey }: Run, phase: 'submitting' | 'streaming' | 'reconnecting') {
    threads.patch(key, { run: { phase, messageKey } })
  }

  async function ask(run: Run, input: () => ChatInput) {
    // Stopped before its turn came: nothing was sent.
    if (run.isSettled) return run.cancelWait()
    let stream: AnswerStream
    try {
      stream = await context.transport.send(input(), { signal: run.controller.signal })
    } catch (error) {
      run.cancelWait()
      if (!run.isSettled) refuse(run, error)
      return
    }
    run.streamId = stream.streamId
    if (run.isSettled) {
      run.cancelWait()
      await stopAtServer(run)
      return
    }
    begin(run)
    // The turn ends here: what comes next for this conversation need not wait for the answer's end.
    void follow(run, stream)
  }

  function refuse(run: Run, error: unknown) {
    const { key, start } = run
    const hasHistory = threads.get(key).conversationId !== null
    if (start === null || !hasHistory || !isAnswering(error)) {
      return fail(run, describeFailure(error, context.labels))
    }
    abandon(key)
    threads.patch(key, { run: { phase: 'idle' } })
    onConflict(start)
  }

  function begin(run: Run) {
    setPhase(run, 'streaming')
    messages.patch(run.messageKey, { status: 'streaming', error: null })
    onChange(run.key)
  }

  /** Reads a stream to its end, and takes it up again when it breaks. */
  async function follow(run: Run, first: AnswerStream) {
    let stream = first
    for (;;) {
      const isMendable = await consume(run, stream)
      if (run.isSettled) return
      if (run.answer.ended) return finish(run)
      if (!isMendable) return interrupt(run)
      setPhase(run, 'reconnecting')
      run.brokenAt = context.clock.now()
      const next = await reconnect(run)
      if (run.isSettled) return
      noteBreak(run)
      if (next === 'lost' || next === 'gone') return interrupt(run, next)
      // The stream was complete, or the server has dropped it: the history decides.
      if (next === 'nothing_left') {
        finish(run)
        if (run.answer.error === null) onNothingLeft(run.key)
        return
      }
      stream = next
      setPhase(run, 'streaming')
    }
  }

  /** Reads a stream; gives whether what is missing may be had by taking it up again. */
  async function consume(run: Run, { events }: AnswerStream) {
    try {
      for await (const event of events) {
        if (run.isSettled) return false
        const answer = reduceAnswer(run.answer, event)
        if (answer === run.answer) continue
        run.answer = answer
        run.attempts = 0
        if (!run.isFollowing) tell(run, event)
        context.frames.schedule(run.publish)
        if (answer.ended) return false
      }
    } catch (error) {
      if (run.isSettled) return false
      context.warn('stream', error)
      return !isUnreadable(error)
    }
    return true
  }

  function noteBreak(run: Run) {
    run.mayHaveBeenStopped ||= context.clock.now() - (run.brokenAt ?? Infinity) >= READERLESS_MS
  }

  function tell({ streamId, start }: Run, event: AnswerEvent) {
    if (streamId !== null) context.tabs?.tell(streamId, event)
    if (start === null || event.type !== 'message-started' || event.conversationId === null) return
    context.tabs?.began(event.conversationId)
  }

  function finish(run: Run): void {
    const { error } = run.answer
    if (error === null) {
      // Only the history shows whether the server stopped it.
      if (run.mayHaveBeenStopped && threads.get(run.key).conversationId === null) return interrupt(run)
      settle(run, 'complete', { phase: 'done' }, null)
      if (run.brokenAt !== null && run.answer.ended) onMended(run.key, run.messageKey)
      return
    }
    const isRefused = error.code === 'login_required' && run.answer.text === ''
    const kind = isRefused ? 'auth' : 'stream'
    fail(run, { kind, message: error.message, retryAfterSeconds: null })
  }

  function interrupt(run: Run, why: 'lost' | 'gone' = 'gone'): void {
    const { key, messageKey, streamId, answer } = run
    // An error event of the server is more precise.
    if (answer.error !== null) return finish(run)
    const message = context.labels.streamingFailed
    fail(run, { kind: 'stream', message, retryAfterSeconds: null }, 'interrupted')
    const since = run.brokenAt ?? context.clock.now()
    if (why === 'lost' && streamId !== null) lost.set(key, { key, messageKey, streamId, since })
  }

  function fail(run: Run, failure: RunFailure, status: ChatMessageStatus = 'failed') {
    settle(run, status, { phase: 'failed', ...failure }, failure.message)
    if (failure.kind === 'auth' && run.start !== null) onLoginRequired(run.start)
  }

  function settle(run: Run, status: ChatMessageStatus, state: RunState, error: string | null) {
    run.publish()
    close(run)
    const citations = messages.get(run.messageKey)?.citations ?? null
    messages.patch(run.messageKey, {
      status,
      error,
      // A finished answer without a list has no sources: its markers are text.
      citations: status === 'complete' ? (citations ?? []) : citations,
    })
    threads.patch(run.key, { run: state })
    if (error !== null) threads.setStatusLine(run.key, { kind: 'error', text: error })
    linger(run.key)
    onChange(run.key)
  }

  function linger(key: string) {
    const line = threads.get(key).statusLine
    const { statusLingerMs, errorLingerMs } = context.limits
    const ms = line?.kind === 'error' ? errorLingerMs : statusLingerMs
    if (line === null || ms === null) return
    const clear = () => {
      if (threads.get(key).statusLine === line) threads.setStatusLine(key, null)
    }
    lingering.set(key, context.clock.setTimer(clear, ms))
  }

  async function stopAtServer({ streamId, controller }: Run) {
    await context.attempt('stop', async () => {
      if (streamId !== null) context.tabs?.stopped(streamId)
      const stopped = streamId === null ? undefined : context.transport.stop(streamId)
      controller.abort()
      await stopped
    })
  }

  function abandon(key: string) {
    const run = active.get(key)
    if (run === undefined) return
    close(run)
    run.controller.abort()
  }

  function close(run: Run) {
    context.frames.cancel(run.publish)
    run.isSettled = true
    run.cancelWait()
    active.delete(run.key)
  }

  function retryNow() {
    for (const run of active.values()) run.retryNow()
    // Unless it was asked again, or the conversation is gone.
    return [...lost.values()].filter(({ messageKey }) => messages.get(messageKey)?.status === 'interrupted')
  }

  function runOf(streamId: string) {
    return [...active.values()].find((run) => run.streamId === streamId)
  }

  return {
    retryNow,
    member: {
      answerOf: (streamId) => {
        const run = runOf(streamId)
        const isRead = run !== undefined && threads.get(run.key).run.phase === 'streaming' && !run.isFollowing
        return isRead ? run.answer : undefined
      },
      onStopped: (streamId) => {
        const run = runOf(streamId)
        if (run === undefined) return
        settle(run, 'stopped', { phase: 'stopped' }, null)
        run.controller.abort()
      },
    },
    start: (start) => {
      const run = open(start.key, start.messageKey, start)
      void conversations.inOrder(start.key, () => ask(run, start.input))
    },
    resume: async ({ key, messageKey, streamId, since }) => {
      const run = open(key, messageKey, null)
      run.brokenAt = since ?? run.brokenAt
      run.streamId = streamId
      run.attempts = -1
      messages.patch(messageKey, { status: 'streaming', error: null })
      const next = await reconnect(run)
      if (run.isSettled) return 'resumed'
      noteBreak(run)
      if (next === 'nothing_left') {
        abandon(key)
        threads.patch(key, { run: { phase: 'idle' } })
        return next
      }
      if (next === 'lost' || next === 'gone') {
        interrupt(run, next)
        return 'lost'
      }
      begin(run)
      void follow(run, next)
      return 'resumed'
    },
    stop: async (key) => {
      const run = active.get(key)
      if (run === undefined) return
      const { phase } = threads.get(key).run
      settle(run, 'stopped', { phase: 'stopped' }, null)
      if (phase === 'submitting') {
        // The server names the stream with its answer's first bytes; only then can it be told.
        run.cancelWait = context.clock.setTimer(() => run.controller.abort(), STOP_WAIT_MS)
        lingering.set(run.messageKey, () => {
          run.cancelWait()
          run.controller.abort()
        })
        return
      }
      await conversations.inOrder(key, () => stopAtServer(run))
    },
    abandon,
    abandonAll: () => {
      for (const key of active.keys()) abandon(key)
      for (const cancel of lingering.values()) cancel()
      lingering.clear()
      lost.clear()
    },
    streamOf: (key) => active.get(key)?.streamId ?? null,
  }
}
