// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Message } from '@org/api-client'
import { createScriptedStream } from '../testing/scripted-stream.ts'
import type { ScriptedStream } from '../testing/scripted-stream.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createTabChannels } from '../testing/tab-channels.ts'
import { createTabLocks } from '../testing/tab-locks.ts'
import { storedConversation, storedMessage } from '../testing/scripted-transport.ts'
import type { Script } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'
import { createTabs } from './create-tabs.ts'

/** A server with one conversation, and the tabs of one browser in front of it, with Web Locks or without. */
function createServer({ hasLocks = true } = {}) {
  const openChannel = createTabChannels()
  const openLocks = createTabLocks()
  const answers: ScriptedStream[] = []
  const stored: Message[] = [storedMessage('a1', { role: 'assistant', parentId: 'q1' }), storedMessage('q1')]
  let activeStreamId: string | null = null
  const script: Partial<Script> = {
    listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
    getConversation: (id) => Promise.resolve({ ...storedConversation(id), activeStreamId }),
    listMessages: () => Promise.resolve({ items: [...stored], nextCursor: null }),
    send: () => {
      activeStreamId = 'stream-1'
      stored.unshift(
        storedMessage('a2', { role: 'assistant', parentId: 'q2', status: 'streaming', content: '' }),
        storedMessage('q2', { parentId: 'a1', content: 'And naps?' }),
      )
      return Promise.resolve(open(0))
    },
    reconnect: (_, { afterSeq }) => Promise.resolve(open(afterSeq)),
  }
  function open(afterSeq: number) {
    const stream = createScriptedStream('stream-1', afterSeq)
    answers.push(stream)
    return stream
  }
  return {
    answers,
    openTab: async () => {
      const clock = createFakeClock()
      let isGone = false
      const channel = () => {
        const opened = openChannel()
        return { ...opened, post: (message: unknown) => (isGone ? undefined : opened.post(message)) }
      }
      const locks = openLocks()
      const own = createTabs({ channel, clock, locks: hasLocks ? locks : null })
      const test = await startEngine(script, { tabs: own }, clock)
      return Object.assign(test, {
        /** The browser runs nothing of the tab any more, and keeps its locks. */
        suspend: () => {
          isGone = true
        },
        /** The browser runs the tab again. */
        wake: () => {
          isGone = false
        },
        crash: () => {
          isGone = true
          locks.crash()
        },
      })
    },
  }
}

type Tab = EngineUnderTest

async function settle(...tabs: Tab[]) {
  for (let turn = 0; turn < 4; turn++) for (const tab of tabs) await tab.settle()
}

async function advance(tab: Tab, ...waitsMs: number[]) {
  for (const ms of waitsMs) {
    tab.clock.advance(ms)
    await settle(tab)
  }
}

const started = { type: 'message-started', userId: 'q2', assistantId: 'a2', conversationId: 'c' } as const
const last = (tab: Tab) => tab.messages().at(-1)
const phase = (tab: Tab) => tab.engine.thread('c').get().run.phase

async function startMirrored(options?: { hasLocks: boolean }) {
  const server = createServer(options)
  const leader = await server.openTab()
  const mirror = await server.openTab()
  leader.engine.send('c', { text: 'And naps?' })
  await settle(leader)
  server.answers[0]?.push(started, { type: 'text-delta', text: 'Short' })
  await settle(leader, mirror)
  return { ...server, leader, mirror }
}

describe('a second tab', () => {
  it('shows the answer of the first as it grows, without a stream of its own', async () => {
    const { answers, leader, mirror } = await startMirrored()
    expect(last(mirror)).toMatchObject({ text: 'Short', status: 'streaming' })
    answers[0]?.push({ type: 'text-delta', text: ' ones.' })
    await settle(leader, mirror)
    expect(last(mirror)?.text).toBe('Short ones.')
    answers[0]?.push({ type: 'stream-end' })
    await settle(leader, mirror)
    expect([phase(leader), phase(mirror)]).toEqual(['done', 'done'])
    expect(last(mirror)).toMatchObject({ text: 'Short ones.', status: 'complete' })
    expect(mirror.transport.callsOf('reconnect')).toEqual([])
    expect(answers).toHaveLength(1)
  })

  it('that is opened while an answer is running follows the first', async () => {
    const { answers, openTab, leader } = await startMirrored()
    const late = await openTab()
    await settle(leader, late)
    expect(last(late)).toMatchObject({ text: 'Short', status: 'streaming' })
    expect(answers).toHaveLength(1)
  })

  it('stops the answer, which ends as stopped in both', async () => {
    const { leader, mirror } = await startMirrored()
    await mirror.engine.stop('c')
    await settle(leader, mirror)
    expect([phase(leader), phase(mirror)]).toEqual(['stopped', 'stopped'])
    expect(mirror.transport.callsOf('stop')).toEqual([['stream-1']])
    expect(leader.transport.callsOf('stop')).toEqual([])
    expect(last(leader)).toMatchObject({ text: 'Short', status: 'stopped', error: null })
  })

  it('ends as stopped when the first stops the answer', async () => {
    const { leader, mirror } = await startMirrored()
    await leader.engine.stop('c')
    await settle(leader, mirror)
    expect([phase(leader), phase(mirror)]).toEqual(['stopped', 'stopped'])
  })

  it('takes over when the first is closed, after the last event that it had', async () => {
    const { answers, leader, mirror } = await startMirrored()
    leader.engine.dispose()
    await settle(mirror)
    await advance(mirror, 150, 250)
    expect(mirror.transport.callsOf('reconnect')).toEqual([['stream-1', 2]])
    answers[1]?.push({ type: 'text-delta', text: ' ones.' }, { type: 'stream-end' })
    await settle(mirror)
    expect(last(mirror)).toMatchObject({ text: 'Short ones.', status: 'complete' })
  })

  it('takes over when the first crashes', async () => {
    const { leader, mirror } = await startMirrored()
    leader.crash()
    await advance(mirror, 150, 250)
    expect(mirror.transport.callsOf('reconnect')).toEqual([['stream-1', 2]])
  })

  it('takes over when the first is suspended, and not when it is only silent', async () => {
    const { leader, mirror } = await startMirrored()
    mirror.clock.advance(4000)
    await settle(leader, mirror)
    mirror.clock.advance(150)
    await settle(leader, mirror)
    expect(mirror.transport.callsOf('reconnect')).toEqual([])
    leader.suspend()
    await advance(mirror, 4000, 150, 250)
    expect(mirror.transport.callsOf('reconnect')).toEqual([['stream-1', 2]])
  })

  it('alone broadcasts after it has stolen the lock, when the first wakes up and reads on, too', async () => {
    const { answers, leader, mirror, openTab } = await startMirrored()
    const third = await openTab()
    await settle(leader, third)
    leader.suspend()
    await advance(mirror, 4000, 150, 250)
    expect(mirror.transport.callsOf('reconnect')).toEqual([['stream-1', 2]])
    leader.wake()
    // A stream without numbers of its own may count otherwise for each reader.
    answers[0]?.replay({ type: 'text-delta', text: ' ones.', seq: 7 })
    answers[1]?.replay({ type: 'text-delta', text: ' ones.', seq: 8 })
    await settle(leader, mirror, third)
    expect([last(leader), last(mirror), last(third)].map((message) => message?.text)).toEqual([
      'Short ones.',
      'Short ones.',
      'Short ones.',
    ])
    answers[0]?.replay({ type: 'text-delta', text: ' Try', seq: 8 })
    answers[1]?.replay({ type: 'text-delta', text: ' Try', seq: 9 })
    await settle(leader, mirror, third)
    expect(last(third)?.text).toBe('Short ones. Try')
    answers[0]?.replay({ type: 'text-delta', text: ' some.', seq: 10 }, { type: 'stream-end', seq: 11 })
    answers[1]?.replay({ type: 'text-delta', text: ' some.', seq: 11 }, { type: 'stream-end', seq: 12 })
    await settle(leader, mirror, third)
    for (const tab of [leader, mirror, third]) {
      expect(last(tab)).toMatchObject({ text: 'Short ones. Try some.', status: 'complete' })
    }
  })

  it('that is opened while the first is suspended reads the answer itself', async () => {
    const { leader, openTab } = await startMirrored()
    leader.suspend()
    const late = await openTab()
    await settle(late)
    expect(late.transport.callsOf('reconnect')).toEqual([])
    await advance(late, 4000)
    expect(late.transport.callsOf('reconnect')).toEqual([['stream-1', 0]])
  })

  it('reads on for a third when it takes over', async () => {
    const { answers, leader, mirror, openTab } = await startMirrored()
    const third = await openTab()
    await settle(leader, third)
    leader.crash()
    await advance(mirror, 150, 250)
    answers[1]?.push({ type: 'text-delta', text: ' ones.' }, { type: 'stream-end' })
    await settle(mirror, third)
    expect([last(mirror), last(third)]).toMatchObject([
      { text: 'Short ones.', status: 'complete' },
      { text: 'Short ones.', status: 'complete' },
    ])
    expect(third.transport.callsOf('reconnect')).toEqual([])
  })

  it('follows a tab that is about to reconnect, from its first new event', async () => {
    const { answers, leader, openTab } = await startMirrored()
    answers[0]?.fail()
    await settle(leader)
    const late = await openTab()
    await settle(leader, late)
    leader.clock.advance(250)
    await settle(leader)
    answers[1]?.push({ type: 'text-delta', text: ' ones.' })
    await settle(leader, late)
    expect(last(late)).toMatchObject({ text: 'Short ones.', status: 'streaming' })
    expect(late.transport.callsOf('reconnect')).toEqual([])
  })

  it('completes an answer whose end arrives after the lock of the first', async () => {
    const { answers, leader, mirror } = await startMirrored()
    answers[0]?.push({ type: 'text-delta', text: ' ones.' }, { type: 'stream-end' })
    await settle(leader)
    leader.crash()
    await settle(mirror)
    expect(last(mirror)).toMatchObject({ text: 'Short ones.', status: 'complete' })
    await advance(mirror, 150, 250)
    expect(mirror.transport.callsOf('reconnect')).toEqual([])
  })
})

describe('without Web Locks', () => {
  it('each tab reads the answer from the server itself', async () => {
    const { answers, leader, mirror } = await startMirrored({ hasLocks: false })
    expect(mirror.transport.callsOf('reconnect')).toEqual([['stream-1', 0]])
    answers[1]?.push(started, { type: 'text-delta', text: 'Short' }, { type: 'stream-end' })
    await settle(leader, mirror)
    expect([phase(leader), phase(mirror)]).toEqual(['streaming', 'done'])
  })

  it('a stop in one tab stops the answer in all', async () => {
    const { leader, mirror } = await startMirrored({ hasLocks: false })
    await leader.engine.stop('c')
    await settle(leader, mirror)
    expect([phase(leader), phase(mirror)]).toEqual(['stopped', 'stopped'])
  })

  it('and where locks are forbidden, each tab reads the answer itself', async () => {
    const tabs = createTabs({
      channel: createTabChannels(),
      locks: { request: () => Promise.reject(new DOMException('opaque origin', 'SecurityError')) },
    })
    const leave = tabs.join({
      namespace: '',
      answerOf: () => undefined,
      onStopped: () => undefined,
      onBegan: () => undefined,
    })
    expect(await tabs.follow('stream-1')).toBeNull()
    leave()
  })
})
