// @vitest-environment node
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createScriptedStream } from '../testing/scripted-stream.ts'
import { httpFailure, storedConversation, storedMessage } from '../testing/scripted-transport.ts'
import type { Script } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'
import { createTabChannels } from '../testing/tab-channels.ts'
import { createTabLocks } from '../testing/tab-locks.ts'
import { createTabs } from '../tabs/create-tabs.ts'
import type { TabChannel } from '../tabs/create-tabs.ts'

const started = { type: 'message-started', userId: 'q', assistantId: 'a', conversationId: 'c' } as const
const running = storedMessage('a0', { role: 'assistant', status: 'streaming' })

/** An engine whose transport collects the signals that it is given, and whose tab channel counts its listeners. */
async function startCounted(script: Partial<Script> = {}) {
  const signals: AbortSignal[] = []
  let listening = 0
  let asked = 0
  const clock = createFakeClock()
  const openChannel = createTabChannels()
  const openLocks = createTabLocks()
  const channel = (): TabChannel => {
    const opened = openChannel()
    return {
      post: (message) => {
        asked += 1
        opened.post(message)
      },
      listen: (listener) => {
        const close = opened.listen(listener)
        listening += 1
        return () => {
          listening -= 1
          close()
        }
      },
    }
  }
  const streams: ReturnType<typeof createScriptedStream>[] = []
  const open = (afterSeq = 0) => {
    const stream = createScriptedStream('stream-1', afterSeq)
    streams.push(stream)
    return Promise.resolve(stream)
  }
  const keep = ({ signal }: { signal?: AbortSignal | undefined }) => {
    if (signal !== undefined) signals.push(signal)
  }
  const test = await startEngine(
    {
      listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
      ...script,
      send: (input, call) => {
        keep(call)
        return script.send?.(input, call) ?? open()
      },
      reconnect: (streamId, call) => {
        keep(call)
        return script.reconnect?.(streamId, call) ?? open(call.afterSeq)
      },
    },
    { tabs: createTabs({ channel, locks: openLocks(), clock }) },
    clock,
  )
  const settle = async () => {
    for (let turn = 0; turn < 4; turn++) await test.settle()
  }
  await settle()
  return {
    ...test,
    settle,
    signals,
    stream: () => streams.at(-1),
    openChannel,
    openLocks,
    /** Everything that would go on by itself. */
    left: () => ({
      timers: clock.timersWaiting(),
      frames: clock.framesWaiting(),
      listeners: signals.flatMap((signal) => getEventListeners(signal, 'abort')).length,
      channels: listening,
    }),
    messagesPosted: () => asked,
  }
}

type Counted = Awaited<ReturnType<typeof startCounted>>

async function ask(test: Counted) {
  test.engine.send('c', { text: 'And naps?' })
  await test.settle()
  test.stream()?.push(started, { type: 'text-delta', text: 'Short ones.' })
  await test.settle()
}

/** Lets the line above the composer go, which stands for 1.5 s after an answer. */
async function linger(test: Counted) {
  await test.settle()
  test.clock.advance(1500)
  await test.settle()
}

const QUIET = { timers: 0, frames: 0, listeners: 0, channels: 1 }

describe('a run leaves no timer, frame or listener', () => {
  it('once its answer is complete', async () => {
    const test = await startCounted()
    await ask(test)
    test.stream()?.push({ type: 'status-changed', text: 'Done' }, { type: 'stream-end' })
    await linger(test)
    expect(test.left()).toEqual(QUIET)
  })

  it('once it is stopped, also before its stream has a name', async () => {
    const test = await startCounted()
    await ask(test)
    await test.engine.stop('c')
    expect(test.left()).toEqual(QUIET)
    let answer = () => undefined as void
    const waiting = await startCounted({
      send: () =>
        new Promise((resolve) => {
          answer = () => resolve(createScriptedStream('late'))
        }),
    })
    await ask(waiting)
    await waiting.engine.stop('c')
    expect(waiting.left().timers).toBe(1)
    answer()
    await waiting.settle()
    expect(waiting.left()).toEqual(QUIET)
  })

  it('once it is refused', async () => {
    const test = await startCounted({ send: () => httpFailure(500) })
    await ask(test)
    await linger(test)
    expect(test.left()).toEqual(QUIET)
  })

  it('once its stream is lost for good', async () => {
    const test = await startCounted({ reconnect: () => Promise.reject(new TypeError('offline')) })
    await ask(test)
    test.stream()?.fail()
    for (let second = 0; second < 90; second++) {
      await test.settle()
      test.clock.advance(1000)
    }
    expect(test.messages().at(-1)?.status).toBe('interrupted')
    await linger(test)
    expect(test.left()).toEqual(QUIET)
  })

  it('once its conversation is removed, while it waits for the next attempt', async () => {
    const test = await startCounted({ reconnect: () => Promise.reject(new TypeError('offline')) })
    await ask(test)
    test.stream()?.fail()
    await test.settle()
    test.clock.advance(200)
    await test.settle()
    await test.engine.remove('c')
    await test.settle()
    expect(test.left()).toEqual(QUIET)
  })

  it('once it has read the answer of another tab', async () => {
    let activeStreamId: string | null = null
    const test = await startCounted({
      listMessages: () =>
        Promise.resolve({ items: activeStreamId === null ? [] : [running], nextCursor: null }),
      getConversation: () => Promise.resolve({ ...storedConversation('c'), activeStreamId }),
    })
    const other = test.openChannel()
    const post = (message: object) => other.post({ protocol: 'org.chat/2', streamId: 'stream-1', ...message })
    other.listen(() => undefined)
    void test.openLocks().request('org.chat/stream-1', {}, () => new Promise(() => undefined))
    activeStreamId = 'stream-1'
    await test.engine.reload('c')
    await test.settle()
    const answer = { text: 'Short ones.', lastSeq: 2, userId: 'q', assistantId: 'a', conversationId: 'c' }
    post({ type: 'answer', answer: { ...emptyState, ...answer } })
    await test.settle()
    expect(test.left()).toMatchObject({ timers: 1 })
    post({ type: 'event', event: { type: 'stream-end', seq: 3 } })
    await linger(test)
    expect(test.messages().at(-1)).toMatchObject({ text: 'Short ones.', status: 'complete' })
    expect(test.left()).toEqual(QUIET)
  })
})

const emptyState = { citations: null, products: {}, title: null, status: '', error: null, ended: false }

describe('a disposed engine leaves nothing', () => {
  const situations: Record<string, [Partial<Script>, (test: Counted) => Promise<void> | void]> = {
    'that was idle': [{}, () => undefined],
    'with a draft that is not yet stored': [{}, (test) => test.engine.setDraft('c', { text: 'Hel' })],
    'with a search that has not begun': [
      {},
      async (test) => {
        test.engine.search('naps')
        await test.settle()
      },
    ],
    'in the middle of an answer': [{}, ask],
    'with a frame to draw': [
      {},
      async (test) => {
        await ask(test)
        test.stream()?.push({ type: 'text-delta', text: ' More.' })
        await new Promise((resolve) => {
          setTimeout(resolve)
        })
      },
    ],
    'with a stopped question that has no answer': [
      { send: () => new Promise(() => undefined) },
      async (test) => {
        test.engine.send('c', { text: 'And naps?' })
        await test.settle()
        await test.engine.stop('c')
      },
    ],
    'that looks for its stream': [
      { reconnect: () => Promise.reject(new TypeError('offline')) },
      async (test) => {
        await ask(test)
        test.stream()?.fail()
        await test.settle()
      },
    ],
    'that takes up a running answer': [
      {
        listMessages: () => Promise.resolve({ items: [running], nextCursor: null }),
        getConversation: () => Promise.resolve({ ...storedConversation('c'), activeStreamId: 'stream-1' }),
      },
      () => undefined,
    ],
    'that shows why a question failed': [{ send: () => httpFailure(500) }, ask],
    'with a file that has not been read': [
      {},
      (test) => {
        const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        void test.engine.attach('c', [new Blob([new Uint8Array(png)])])
      },
    ],
  }

  it.each(Object.entries(situations))('%s', async (_, [script, arrange]) => {
    const test = await startCounted(script)
    await arrange(test)
    test.engine.dispose()
    await test.settle()
    await test.settle()
    expect(test.left()).toEqual({ ...QUIET, channels: 0 })
    const posted = test.messagesPosted()
    test.clock.advance(120_000)
    await test.settle()
    expect(test.messagesPosted()).toBe(posted)
  })
})
