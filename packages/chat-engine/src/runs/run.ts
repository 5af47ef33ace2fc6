import type { AnswerEvent, AnswerState } from '../transport/answer.ts'
import { type PublishedRun, publishAnswer } from './answer-publisher.ts'
import type { EngineStores } from '../engine-stores.ts'
import { askedWaitMs, describeFailure, isAnswering, isFinal, isUnreadable } from '../transport/failures.ts'
import {
  type RunEffect,
  type RunEnvironment,
  type RunEvent,
  type RunMachineState,
  transition,
} from './run-machine.ts'
import type { RunStart } from '../stores/signals.ts'
import type { RunFailure } from '../types.ts'
import type { AnswerStream } from '../transport/transport.ts'

/** Surroundings of a run: the stores that its effects write, and the callbacks of its end. */
export interface RunPorts extends EngineStores {
  /** The run is settled or closed: it performs no more effects, unless it waits for its stream id. */
  onClosed: (run: Run) => void
  /** The message of the run was settled. */
  onSettled: (run: Run) => void
}

/** Result of taking up an answer that runs at the server. */
export type ResumeOutcome = 'resumed' | 'nothing_left' | 'lost'

/** Runs the effects of one run's state machine. */
export class Run implements PublishedRun {
  readonly key: string
  readonly messageKey: string
  /** Null for an answer that was already running at the server. */
  readonly start: RunStart | null
  /** Settles when the stop has reached the server; resolved without one. */
  stopping: Promise<unknown> = Promise.resolve()
  published: AnswerState
  readonly #ports: RunPorts
  readonly #controller = new AbortController()
  #state: RunMachineState
  #stream: AnswerStream | null = null
  #clearTimer: () => void = () => undefined
  #isSending = false
  #resolve: (outcome: ResumeOutcome) => void = () => undefined

  constructor(
    ports: RunPorts,
    { key, messageKey, start }: { key: string; messageKey: string; start: RunStart | null },
    state: RunMachineState,
  ) {
    this.key = key
    this.messageKey = messageKey
    this.start = start
    this.published = state.answer
    this.#ports = ports
    this.#state = state
  }

  get answer(): AnswerState {
    return this.#state.answer
  }

  get streamId(): string | null {
    return this.#state.streamId
  }

  /** True while this tab itself reads the stream from the server. */
  get isRead(): boolean {
    return this.#state.phase === 'streaming' && !this.#state.isFollowing
  }

  /** True until the answer is settled, or given up. */
  get isActive(): boolean {
    return this.#state.phase !== 'stopping' && !this.#isEnded
  }

  /** True when the run performs no more effects, and its answer is not to be taken up again either. */
  get isOver(): boolean {
    return this.#isEnded && this.lostSince === null
  }

  /** Time of the break of an answer that may be taken up again, in ms; null for every other. */
  get lostSince(): number | null {
    return this.#state.lostSince
  }

  dispatch(event: RunEvent): void {
    const { state, effects } = transition(this.#state, event, this.#environment())
    this.#state = state
    for (const effect of effects) this.#perform(effect)
  }

  /** Sends the question, if it was not stopped before its turn. Resolves when the stream has begun or failed. */
  async takeTurn(): Promise<void> {
    this.#isSending = true
    this.dispatch({ type: 'turn' })
    await this.#sending
    await this.stopping
    this.#isSending = false
  }

  /** Requests the stream of an answer that runs at the server. */
  takeUp(): Promise<ResumeOutcome> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      void this.#reconnect()
    })
  }

  #environment(): RunEnvironment {
    const { context, threads } = this.#ports
    return {
      now: context.clock.now(),
      random: context.random(),
      reconnectDelaysMs: context.limits.reconnectDelaysMs,
      hasHistory: threads.get(this.key).conversationId !== null,
      describeBreak: context.describeBreak,
    }
  }

  #sending: Promise<void> = Promise.resolve()

  #perform(effect: RunEffect): void {
    const { context, threads, messages, signals } = this.#ports
    const { key, messageKey } = this
    switch (effect.type) {
      case 'send':
        this.#sending = this.#send()
        return
      case 'begin':
        threads.patch(key, { run: { phase: 'streaming', messageKey } })
        messages.patch(messageKey, { status: 'streaming', error: null, failure: null })
        signals.changed.emit(key)
        return
      case 'show':
        threads.patch(key, {
          run: effect.phase === 'idle' ? { phase: 'idle' } : { phase: effect.phase, messageKey },
        })
        return
      case 'read':
        if (this.isRead && this.streamId !== null) context.tabs?.read(this.streamId)
        void this.#read()
        return
      case 'reconnect':
        void this.#reconnect()
        return
      case 'broadcast':
        return this.#broadcast(effect.event)
      case 'publish':
        return context.frames.schedule(this.#publish)
      case 'set-timer':
        this.#clearTimer = context.clock.setTimer(() => this.dispatch({ type: 'timer' }), effect.ms)
        return
      case 'clear-timer':
        return this.#clearTimer()
      case 'settle':
        return this.#settle(effect)
      case 'close':
        return this.#close()
      case 'abort':
        return this.#controller.abort()
      case 'stop-at-server':
        // While the question is being sent, its turn in the conversation's queue is not over.
        this.stopping = this.#isSending
          ? this.#stopAtServer()
          : this.#ports.conversations.inOrder(key, () => this.#stopAtServer())
        return
      case 'resolve':
        return this.#resolve(effect.outcome)
      case 'notify':
        return signals.runEnded.emit(effect.of, this)
    }
  }

  async #send(): Promise<void> {
    const { start } = this
    if (start === null) return
    const { context } = this.#ports
    try {
      this.#stream = await context.transport.send(start.input(), { signal: this.#controller.signal })
    } catch (error) {
      const failure = describeFailure(error, context.labels)
      this.dispatch({ type: 'refused', failure, isAnswering: isAnswering(error) })
      return
    }
    this.dispatch({ type: 'opened', streamId: this.#stream.streamId })
  }

  async #read(): Promise<void> {
    const stream = this.#stream
    if (stream === null) return
    try {
      for await (const event of stream.events) {
        this.#receive(event)
        if (this.#isEnded) return
      }
    } catch (error) {
      if (this.#isEnded) return
      this.#ports.context.log('stream', error)
      this.dispatch({ type: 'broke', isReadable: !isUnreadable(error), cause: error })
      return
    }
    this.dispatch({ type: 'broke', isReadable: true })
  }

  #receive(event: AnswerEvent): void {
    const { key: conversationKey, messageKey } = this
    if (event.seq > this.answer.lastSeq)
      this.#ports.context.call('onEvent', ({ onEvent }) => onEvent?.(event, { conversationKey, messageKey }))
    this.dispatch({ type: 'received', event })
  }

  async #reconnect(): Promise<void> {
    const { log, tabs, transport } = this.#ports.context
    const { streamId, answer } = this.#state
    if (streamId === null) return
    const call = { afterSeq: answer.lastSeq, signal: this.#controller.signal }
    try {
      const followed = (await tabs?.follow(streamId)) ?? null
      if (this.#isEnded) return
      this.#stream = followed ?? (await transport.reconnect(streamId, call))
      if (this.#stream === null) this.dispatch({ type: 'nothing-left' })
      else this.dispatch({ type: 'reconnected', isFollowing: followed !== null })
    } catch (error) {
      if (this.#isEnded) return
      log('reconnect', error)
      const requestedWaitMs = askedWaitMs(error)
      this.dispatch({ type: 'not-reconnected', isFinal: isFinal(error), requestedWaitMs, cause: error })
    }
  }

  get #isEnded(): boolean {
    return this.#state.phase === 'closed'
  }

  readonly #publish = (): void => {
    publishAnswer(this.#ports, this)
  }

  #close(): void {
    this.#ports.context.frames.cancel(this.#publish)
    this.#clearTimer()
    if (this.streamId !== null) this.#ports.context.tabs?.release(this.streamId)
    this.#ports.onClosed(this)
  }

  #settle({ status, run }: Extract<RunEffect, { type: 'settle' }>): void {
    const { context, messages, threads } = this.#ports
    const { key, messageKey } = this
    this.#publish()
    // Before the stores change: their listeners must find the run ended.
    this.#close()
    const citations = messages.get(messageKey)?.citations ?? null
    const failure = run.phase === 'failed' ? withoutPhase(run) : null
    messages.patch(messageKey, {
      status,
      error: failure?.message ?? null,
      failure,
      // A finished answer without a list has no sources: its markers are text.
      citations: status === 'complete' ? (citations ?? []) : citations,
    })
    threads.patch(key, { run })
    if (failure !== null) {
      threads.setStatusLine(key, { tone: 'error', text: failure.message })
      context.reportRun(failure, key, messageKey)
    }
    this.#ports.onSettled(this)
    const answer = messages.get(messageKey)
    if (answer === undefined) return
    context.call('onFinish', ({ onFinish }) => onFinish?.(answer, { conversationKey: key, run }))
  }

  #broadcast(event: AnswerEvent): void {
    const { tabs } = this.#ports.context
    if (this.streamId !== null) tabs?.broadcast(this.streamId, event, this.answer)
    if (this.start === null || event.type !== 'message-started' || event.conversationId === null) return
    tabs?.began(event.conversationId)
  }

  async #stopAtServer(): Promise<void> {
    const { context } = this.#ports
    const { streamId } = this
    await context.attempt('stop', async () => {
      if (streamId !== null) context.tabs?.stopped(streamId)
      const stopped = streamId === null ? undefined : context.transport.stop(streamId)
      this.#controller.abort()
      await stopped
    })
  }
}

function withoutPhase(run: { phase: 'failed' } & RunFailure): RunFailure {
  const { phase: _, ...failure } = run
  return failure
}
