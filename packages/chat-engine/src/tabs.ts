import type { AnswerEvent, AnswerState } from './answer.ts'
import { createClock } from './platform.ts'
import type { ChatClock } from './platform.ts'
import type { ChatTabs, TabMember } from './tabs-port.ts'

export type { ChatTabs, TabMember } from './tabs-port.ts'

/** Broadcast channel between tabs; a message reaches all others. */
export interface TabChannel {
  post: (message: unknown) => void
  /** Calls back with every message of another tab. The returned function closes the channel. */
  listen: (listener: (message: unknown) => void) => () => void
}

/** Options of {@link createTabs}. Times in milliseconds. */
export interface TabsOptions {
  /** Opens the channel, when the engine starts; null where there is none. @default a BroadcastChannel, in a browser */
  channel?: (() => TabChannel | null) | undefined
  /** @default the platform's timers */
  clock?: Pick<ChatClock, 'setTimer'> | undefined
  /** Tells tabs apart. @default a random UUID */
  id?: string | undefined
  /** Timeout of a response from another tab, in ms. @default 150 */
  answerMs?: number | undefined
  /** Silence of a followed tab, in ms, before it is pinged. @default 4000 */
  silenceMs?: number | undefined
}

type TabMessage =
  | { type: 'who'; streamId: string; from: string }
  | { type: 'soon'; streamId: string; to: string }
  | { type: 'have'; streamId: string; answer: AnswerState }
  | { type: 'event'; streamId: string; event: AnswerEvent }
  | { type: 'left' | 'stopped'; streamId: string }
  | { type: 'began'; conversationId: string }

/** Marks the messages of this version: a tab with another one is left alone. */
const PROTOCOL = 'org.chat/1'

interface Follower {
  hear: (message: TabMessage) => void
}

/** The other tabs of this browser, so that one of them reads an answer from the server and all show it. */
export function createTabs({
  channel: openChannel = openBrowserChannel,
  clock = createClock(),
  id = crypto.randomUUID(),
  answerMs = 150,
  silenceMs = 4000,
}: TabsOptions = {}): ChatTabs {
  const followers = new Map<string, Follower>()
  /** Streams that other tabs read from this one. */
  const followed = new Set<string>()
  let channel: TabChannel | null = null

  const post = (message: TabMessage) => channel?.post({ protocol: PROTOCOL, ...message })

  function hear(member: TabMember, message: TabMessage) {
    if (message.type === 'began') return member.onBegan(message.conversationId)
    const { streamId } = message
    if (message.type === 'stopped') member.onStopped(streamId)
    else if (message.type !== 'who') followers.get(streamId)?.hear(message)
    else answer(member, streamId, message.from)
  }

  function answer(member: TabMember, streamId: string, from: string) {
    const state = member.answerOf(streamId)
    if (state !== undefined) {
      followed.add(streamId)
      post({ type: 'have', streamId, answer: state })
    } else if (followers.has(streamId) && id < from) {
      // Both ask, and nobody has it: one of the two is to open it.
      post({ type: 'soon', streamId, to: from })
    }
  }

  function leave() {
    for (const streamId of followed) post({ type: 'left', streamId })
    followed.clear()
  }

  return {
    join: (member) => {
      const opened = openChannel()
      if (opened === null) return () => undefined
      channel = opened
      const close = opened.listen((message) => {
        if (isTabMessage(message)) hear(member, message)
      })
      globalThis.addEventListener?.('pagehide', leave)
      return () => {
        globalThis.removeEventListener?.('pagehide', leave)
        leave()
        close()
        channel = null
      }
    },
    stopped: (streamId) => post({ type: 'stopped', streamId }),
    began: (conversationId) => post({ type: 'began', conversationId }),
    tell: (streamId, event) => {
      if (!followed.has(streamId)) return
      post({ type: 'event', streamId, event })
      if (event.type === 'stream-end') followed.delete(streamId)
    },
    follow: async (streamId, { signal }) => {
      if (channel === null || signal.aborted) return null
      const queue = createQueue()
      const ask = () => post({ type: 'who', streamId, from: id })
      let cancelTimer: () => void = () => undefined
      let release: () => void = () => undefined
      let isFollowing = false
      const isFound = await new Promise<boolean>((resolve) => {
        const wait = (ms: number, then: () => void) => {
          cancelTimer()
          cancelTimer = clock.setTimer(then, ms)
        }
        const end = () => {
          resolve(false)
          queue.end()
          release()
        }
        release = () => {
          cancelTimer()
          followers.delete(streamId)
          signal.removeEventListener('abort', end)
        }
        /** Silent for long: asks whether it is still there, and takes no answer for no. */
        const watch = () => wait(silenceMs, () => (ask(), wait(answerMs, end)))
        followers.set(streamId, {
          hear: (message) => {
            if (message.type === 'left') return end()
            if (message.type === 'soon') {
              if (message.to === id && !isFollowing) wait(answerMs * 4, () => (ask(), wait(answerMs, end)))
              return
            }
            if (message.type === 'have') {
              isFollowing = true
              resolve(true)
              queue.put({ type: 'caught-up', answer: message.answer, seq: message.answer.lastSeq })
            } else if (message.type === 'event' && isFollowing) queue.put(message.event)
            if (isFollowing) watch()
          },
        })
        signal.addEventListener('abort', end)
        ask()
        wait(answerMs, end)
      })
      return isFound ? { streamId, events: queue.read(release) } : null
    },
  }
}

/** Events that wait to be read. */
function createQueue() {
  const waiting: AnswerEvent[] = []
  let isEnded = false
  let wake: () => void = () => undefined
  return {
    put: (event: AnswerEvent) => {
      waiting.push(event)
      wake()
    },
    end: () => {
      isEnded = true
      wake()
    },
    async *read(release: () => void): AsyncGenerator<AnswerEvent> {
      try {
        for (;;) {
          const event = waiting.shift()
          if (event !== undefined) yield event
          else if (isEnded) return
          else {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        }
      } finally {
        release()
      }
    },
  }
}

// Other tabs run the same code of the same origin: what they say is taken as it is, if it is of this version.
function isTabMessage(value: unknown): value is TabMessage {
  return typeof value === 'object' && value !== null && 'protocol' in value && value.protocol === PROTOCOL
}

/** A browser's channel between the tabs of an origin; null on a server. */
function openBrowserChannel(): TabChannel | null {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('org.chat')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data))
      return () => channel.close()
    },
  }
}
