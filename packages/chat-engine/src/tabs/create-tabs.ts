import type { AnswerEvent, AnswerState } from '../transport/answer.ts'
import { createEventQueue } from './event-queue.ts'
import { createClock, openBroadcastChannel } from '../platform/platform.ts'
import type { ChatClock } from '../platform/platform.ts'
import { type TabStreamEffect, type TabStreamEvent, idle, transition } from './tabs-machine.ts'
import type { ChatTabs, TabMember } from './tabs-port.ts'
import type { AnswerStream } from '../transport/transport.ts'

/** Broadcast channel between tabs; a message reaches all others. */
export interface TabChannel {
  post: (message: unknown) => void
  /** Calls back with every message of another tab. The returned function closes the channel. */
  listen: (listener: (message: unknown) => void) => () => void
}

/** The part of the Web Locks API that tabs need: `navigator.locks`. */
export interface TabLocks {
  request: (
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    callback: (lock: object | null) => Promise<void> | undefined,
  ) => Promise<unknown>
}

/** Options of {@link createTabs}. Times in milliseconds. */
export interface TabsOptions {
  /**
   * Opens the channel, when the engine starts; null where there is none. `name` contains the engine's namespace.
   * @default a BroadcastChannel, in a browser
   */
  channel?: ((name: string) => TabChannel | null) | undefined
  /**
   * Locks of this origin; null where there are none: then each tab reads each answer from the server itself.
   * @default navigator.locks, which exists on secure origins
   */
  locks?: TabLocks | null | undefined
  /** @default the platform's timers */
  clock?: Pick<ChatClock, 'setTimer'> | undefined
  /** Timeout of a response from another tab, in ms. @default 150 */
  responseMs?: number | undefined
  /** Silence of a followed tab, in ms, before it has to respond: the browser may have suspended it. @default 4000 */
  silenceMs?: number | undefined
}

type TabMessage =
  | { type: 'request'; streamId: string }
  | { type: 'answer'; streamId: string; answer: AnswerState }
  | { type: 'event'; streamId: string; event: AnswerEvent }
  | { type: 'stopped'; streamId: string }
  | { type: 'began'; conversationId: string }

/** Version of the messages: a tab with another one is left alone. */
const VERSION = 2

/** Marks the messages of this version and namespace. */
function protocolOf(scope: string): string {
  return `${scope}/${VERSION}`
}

/** Name of the channel and prefix of the locks of a namespace. */
function scopeOf(namespace: string): string {
  return namespace === '' ? 'org.chat' : `org.chat.${namespace}`
}

/** Surroundings of a stream of this tab. */
interface StreamPorts {
  clock: Pick<ChatClock, 'setTimer'>
  locks: TabLocks | null
  waitsMs: Record<'silence' | 'response', number>
  post: (message: TabMessage) => void
  /** Prefix of the names of locks. */
  readonly scope: string
}

/** The other tabs of this browser, so that one of them reads an answer from the server and all show it. */
export function createTabs({
  channel: openChannel = openBrowserChannel,
  locks = browserLocks(),
  clock = createClock(),
  responseMs = 150,
  silenceMs = 4000,
}: TabsOptions = {}): ChatTabs {
  const streams = new Map<string, TabStream>()
  let channel: TabChannel | null = null
  let scope = scopeOf('')
  const post = (message: TabMessage) => channel?.post({ protocol: protocolOf(scope), ...message })
  const ports: StreamPorts = {
    clock,
    locks,
    waitsMs: { silence: silenceMs, response: responseMs },
    post,
    get scope() {
      return scope
    },
  }

  function streamOf(streamId: string): TabStream {
    const stream = streams.get(streamId) ?? new TabStream(streamId, ports)
    streams.set(streamId, stream)
    return stream
  }

  function receive(member: TabMember, message: TabMessage): void {
    if (message.type === 'began') return member.onBegan(message.conversationId)
    const { streamId } = message
    if (message.type === 'stopped') return member.onStopped(streamId)
    const stream = streams.get(streamId)
    if (message.type === 'answer') stream?.dispatch(message)
    else if (message.type === 'event') stream?.dispatch({ type: 'received', event: message.event })
    else stream?.dispatch({ type: 'requested', answer: member.answerOf(streamId) ?? null })
  }

  function release(streamId: string): void {
    streams.get(streamId)?.dispatch({ type: 'release' })
    streams.delete(streamId)
  }

  function releaseAll(): void {
    for (const streamId of streams.keys()) release(streamId)
  }

  return {
    join: (member) => {
      scope = scopeOf(member.namespace)
      const opened = openChannel(scope)
      if (opened === null) return () => undefined
      channel = opened
      const close = opened.listen((message) => {
        if (isTabMessage(message, protocolOf(scope))) receive(member, message)
      })
      // A page with locks is kept out of the back/forward cache.
      globalThis.addEventListener?.('pagehide', releaseAll)
      return () => {
        globalThis.removeEventListener?.('pagehide', releaseAll)
        releaseAll()
        close()
        channel = null
      }
    },
    stopped: (streamId) => post({ type: 'stopped', streamId }),
    began: (conversationId) => post({ type: 'began', conversationId }),
    read: (streamId) => {
      if (channel !== null) streamOf(streamId).dispatch({ type: 'read' })
    },
    follow: async (streamId) => (channel === null ? null : streamOf(streamId).follow()),
    broadcast: (streamId, event, answer) =>
      streams.get(streamId)?.dispatch({ type: 'broadcast', event, answer }),
    release,
  }
}

/** Runs the effects of one stream's state machine. */
class TabStream {
  readonly #streamId: string
  readonly #ports: StreamPorts
  #state = idle
  /** Aborted to release the lock, or to give its request up. */
  #lock = new AbortController()
  #queue = createEventQueue<AnswerEvent>()
  #clearTimer: () => void = () => undefined
  #resolve: (isFollowing: boolean) => void = () => undefined

  constructor(streamId: string, ports: StreamPorts) {
    this.#streamId = streamId
    this.#ports = ports
  }

  dispatch(event: TabStreamEvent): void {
    const { state, effects } = transition(this.#state, event)
    this.#state = state
    for (const effect of effects) this.#perform(effect)
  }

  /** Resolves to the events of the reading tab; to null when this tab is to read the stream. */
  async follow(): Promise<AnswerStream | null> {
    const queue = (this.#queue = createEventQueue<AnswerEvent>())
    const isFollowing = await new Promise<boolean>((resolve) => {
      this.#resolve = resolve
      this.dispatch({ type: 'follow' })
    })
    return isFollowing ? { streamId: this.#streamId, events: queue.read() } : null
  }

  #perform(effect: TabStreamEffect): void {
    const streamId = this.#streamId
    switch (effect.type) {
      case 'claim':
        return this.#request({ ifAvailable: true })
      case 'steal':
        return this.#request({ steal: true })
      case 'wait':
        return this.#request({})
      case 'unlock':
        return this.#lock.abort()
      case 'post-request':
        return this.#ports.post({ type: 'request', streamId })
      case 'post-answer':
        return this.#ports.post({ type: 'answer', streamId, answer: effect.answer })
      case 'post-event':
        return this.#ports.post({ type: 'event', streamId, event: effect.event })
      case 'resolve':
        return this.#resolve(effect.isFollowing)
      case 'deliver':
        return this.#queue.put(effect.event)
      case 'end':
        return this.#queue.end()
      case 'set-timer': {
        const ms = this.#ports.waitsMs[effect.of]
        this.#clearTimer()
        this.#clearTimer = this.#ports.clock.setTimer(() => this.dispatch({ type: 'timer' }), ms)
        return
      }
      case 'clear-timer':
        return this.#clearTimer()
    }
  }

  /** Requests the lock, in place of an earlier request. Holds it until the next request, or `unlock`. */
  #request(options: { ifAvailable?: boolean; steal?: boolean }): void {
    this.#lock.abort()
    this.#lock = new AbortController()
    const { signal } = this.#lock
    const { locks, scope } = this.#ports
    let isHeld = false
    const onGranted = () => {
      isHeld = true
      if (!signal.aborted) this.dispatch({ type: 'granted' })
    }
    if (locks === null) return onGranted()
    const isWaiting = options.ifAvailable === undefined && options.steal === undefined
    // Only a request that waits may have a signal.
    const request = locks.request(`${scope}/${this.#streamId}`, isWaiting ? { signal } : options, (lock) => {
      if (lock === null) {
        if (!signal.aborted) this.dispatch({ type: 'taken' })
        return undefined
      }
      onGranted()
      return untilAborted(signal)
    })
    request.catch(() => {
      // Locks are forbidden on opaque origins: then this tab reads the stream itself, as without locks.
      if (!isHeld) onGranted()
      else if (!signal.aborted) this.dispatch({ type: 'stolen' })
    })
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

// Other tabs run the same code of the same origin: their messages are not decoded further.
function isTabMessage(value: unknown, protocol: string): value is TabMessage {
  return typeof value === 'object' && value !== null && 'protocol' in value && value.protocol === protocol
}

/** A browser's channel between the tabs of an origin; null on a server, and where it is forbidden. */
function openBrowserChannel(name: string): TabChannel | null {
  const channel = typeof document === 'undefined' ? null : openBroadcastChannel(name)
  return (
    channel && {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
      post: (message) => channel.postMessage(message),
      listen: (listener) => {
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data))
        return () => channel.close()
      },
    }
  )
}

/** The locks of a browser's origin; null on a server and on insecure origins. */
function browserLocks(): TabLocks | null {
  return typeof navigator === 'undefined' || !('locks' in navigator) ? null : navigator.locks
}
