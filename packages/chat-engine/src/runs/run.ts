import type { ChatInput } from '@org/api-client'
import type { AnswerEvent, AnswerState } from '../transport/answer.ts'
import type { PublishedRun, PublisherParts } from './answer-publisher.ts'
import type { EngineContext } from '../context.ts'
import { askedWaitMs, describeFailure, isAnswering, isFinal, isUnreadable } from '../transport/failures.ts'
import {
  type RunEffect,
  type RunEnvironment,
  type RunEvent,
  type RunMachineState,
  transition,
} from './run-machine.ts'
import type { AnswerStream } from '../transport/transport.ts'
import type { PendingPrompt } from '../types.ts'

/** A question to send. */
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

/** Surroundings of a run: the stores that its effects write, and the callbacks of its end. */
export interface RunPorts extends PublisherParts {
  context: EngineContext
  publishAnswer: (run: PublishedRun) => void
  /** Called when the server answers 401: removes the question and its pending answer. */
  onLoginRequired: (start: RunStart) => void
  /** A stored answer's stream has no more events, and had no end. */
  onNothingLeft: (key: string) => void
  /** An answer came to its end, but its stream had been lost for a while. */
  onMended: (key: string, messageKey: string) => void
  /** Another question of this conversation has a running answer: this one was not sent. */
  onConflict: (start: RunStart) => void
  /** The run performs no more effects. */
  onClosed: (run: Run) => void
  /** The answer may be resumed later. */
  onLost: (run: Run, since: number) => void
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
  /** Outcome of taking up the answer; pending for a question. */
  readonly outcome: Promise<ResumeOutcome>
  published: AnswerState
  readonly #ports: RunPorts
  readonly #controller = new AbortController()
  readonly #environment: RunEnvironment
  #state: RunMachineState
  #stream: AnswerStream | null = null
  #clearTimer: () => void = () => undefined
  #isSending = false
  #resolve: (outcome: ResumeOutcome) => void

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
    const { context, threads } = ports
    this.#environment = {
      get now() {
        return context.clock.now()
      },
      get random() {
        return context.random()
      },
      get reconnectDelaysMs() {
        return context.limits.reconnectDelaysMs
      },
      get hasHistory() {
        return threads.get(key).conversationId !== null
      },
      get interruptedText() {
        return context.labels.streamingFailed
      },
    }
    const { promise, resolve } = deferred<ResumeOutcome>()
    this.outcome = promise
    this.#resolve = resolve
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

  /** True for a stopped question that waits for its stream id. */
  get isStopping(): boolean {
    return this.#state.phase === 'stopping'
  }

  dispatch(event: RunEvent): void {
    const { state, effects } = transition(this.#state, event, this.#environment)
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
  takeUp(): void {
    void this.#reconnect()
  }

  #sending: Promise<void> = Promise.resolve()

  #perform(effect: RunEffect): void {
    const { context, threads, messages, onChange } = this.#ports
    const { key, messageKey } = this
    switch (effect.type) {
      case 'send':
        this.#sending = this.#send()
        return
      case 'begin':
        threads.patch(key, { run: { phase: 'streaming', messageKey } })
        messages.patch(messageKey, { status: 'streaming', error: null })
        onChange(key)
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
      case 'remember-lost':
        return this.#ports.onLost(this, effect.since)
      case 'resolve':
        return this.#resolve(effect.outcome)
      case 'notify':
        return this.#notify(effect.of)
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
        if (this.#isEnded) return
        this.dispatch({ type: 'received', event })
        if (this.#isEnded) return
      }
    } catch (error) {
      if (this.#isEnded) return
      this.#ports.context.warn('stream', error)
      this.dispatch({ type: 'broke', isReadable: !isUnreadable(error) })
      return
    }
    this.dispatch({ type: 'broke', isReadable: true })
  }

  async #reconnect(): Promise<void> {
    const { tabs, transport } = this.#ports.context
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
      const requestedWaitMs = askedWaitMs(error)
      this.dispatch({ type: 'not-reconnected', isFinal: isFinal(error), requestedWaitMs })
    }
  }

  get #isEnded(): boolean {
    return this.#state.phase === 'closed'
  }

  readonly #publish = (): void => {
    this.#ports.publishAnswer(this)
  }

  #close(): void {
    this.#ports.context.frames.cancel(this.#publish)
    this.#clearTimer()
    if (this.streamId !== null) this.#ports.context.tabs?.release(this.streamId)
    this.#ports.onClosed(this)
  }

  #settle({ status, run }: Extract<RunEffect, { type: 'settle' }>): void {
    const { messages, threads } = this.#ports
    this.#publish()
    // Before the stores change: their listeners must find the run ended.
    this.#close()
    const citations = messages.get(this.messageKey)?.citations ?? null
    const error = run.phase === 'failed' ? run.message : null
    messages.patch(this.messageKey, {
      status,
      error,
      // A finished answer without a list has no sources: its markers are text.
      citations: status === 'complete' ? (citations ?? []) : citations,
    })
    threads.patch(this.key, { run })
    if (error !== null) threads.setStatusLine(this.key, { kind: 'error', text: error })
    this.#ports.onSettled(this)
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

  #notify(of: Extract<RunEffect, { type: 'notify' }>['of']): void {
    const { onLoginRequired, onConflict, onMended, onNothingLeft } = this.#ports
    if (of === 'mended') onMended(this.key, this.messageKey)
    else if (of === 'nothing-left') onNothingLeft(this.key)
    else if (this.start !== null) (of === 'conflict' ? onConflict : onLoginRequired)(this.start)
  }
}

/** `Promise.withResolvers`, which Safari lacks before 17.4. */
function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
