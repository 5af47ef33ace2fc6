// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { httpFailure, storedConversation, storedMessage, visitor } from './testing/scripted-transport.ts'
import { createMemoryStorage, startEngine } from './testing/start-engine.ts'

const listed = {
  listConversations: () =>
    Promise.resolve({
      items: [storedConversation('a'), storedConversation('b'), storedConversation('c')],
      nextCursor: null,
    }),
}

describe('a failed run and its message', () => {
  it('have the cause, the status, the code and the reason of a refused question', async () => {
    const cause = Object.assign(new Error('429'), {
      status: 429,
      code: 'rate_limited',
      reason: 'Too many questions.',
      retryAfterSeconds: 30,
    })
    const test = await startEngine({ send: () => Promise.reject(cause) })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    const failure = {
      kind: 'rate_limit',
      message: 'Chat failed: 429',
      status: 429,
      code: 'rate_limited',
      reason: 'Too many questions.',
      retryAfterSeconds: 30,
      cause,
    }
    expect(test.engine.thread(test.selectedKey()).get().run).toEqual({ phase: 'failed', ...failure })
    expect(test.messages()[1]).toMatchObject({ status: 'failed', error: 'Chat failed: 429', failure })
  })

  it('have the code and the words of an error event', async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport
      .lastStream()
      .push({ type: 'stream-error', message: 'No model.', code: 'unavailable' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]?.failure).toMatchObject({
      kind: 'stream',
      message: 'No model.',
      code: 'unavailable',
      reason: 'No model.',
      status: null,
    })
  })

  it('have the last cause of a stream that could not be resumed; an answer that runs again has none', async () => {
    const gone = Object.assign(new Error('gone'), { status: 404, code: 'not_found' })
    const test = await startEngine({ reconnect: () => Promise.reject(gone) })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport.lastStream().fail(new Error('reset'))
    await test.settle()
    test.clock.advance(250)
    await test.settle()
    expect(test.messages()[1]?.failure).toMatchObject({ kind: 'stream', status: 404, cause: gone })
    test.engine.retry(test.selectedKey())
    expect(test.messages()[1]?.failure).toBeNull()
  })
})

describe('rename, remove and rate', () => {
  it('resolve to ok', async () => {
    const test = await startEngine({
      ...listed,
      listMessages: () => Promise.resolve({ items: [storedMessage('m')], nextCursor: null }),
    })
    expect(await test.engine.rename('b', 'Sleep')).toEqual({ ok: true })
    expect(await test.engine.rate('m', 'up')).toEqual({ ok: true })
    expect(await test.engine.remove('b')).toEqual({ ok: true })
  })

  it('put the name back, and resolve to the reason', async () => {
    const test = await startEngine({
      ...listed,
      renameConversation: () => httpFailure(403, 'This conversation is locked.'),
    })
    const outcome = await test.engine.rename('b', 'Sleep')
    expect(outcome).toMatchObject({
      ok: false,
      reverted: true,
      error: { kind: 'server', status: 403, message: 'This conversation is locked.' },
    })
    expect(test.titles()).toEqual(['Title of a', 'Title of b', 'Title of c'])
  })

  it('leave a later name alone', async () => {
    let refuse = () => {}
    const refused = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('offline'))
    })
    const replies = [refused, Promise.resolve()]
    const test = await startEngine({
      ...listed,
      renameConversation: () => replies.shift() ?? Promise.resolve(),
    })
    const first = test.engine.rename('b', 'One')
    const second = test.engine.rename('b', 'Two')
    refuse()
    expect(await first).toMatchObject({ ok: false, error: { kind: 'network' } })
    expect(await second).toEqual({ ok: true })
    expect(test.titles()[1]).toBe('Two')
  })

  it('put a conversation back to its place, with its draft and its messages', async () => {
    const test = await startEngine({
      ...listed,
      deleteConversation: () => httpFailure(503),
      listMessages: (id) => Promise.resolve({ items: [storedMessage(`m-${id}`)], nextCursor: null }),
    })
    test.engine.setDraft('b', { text: 'Half a question' })
    const removed = test.engine.remove('b')
    expect(test.titles()).toEqual(['Title of a', 'Title of c'])
    expect(await removed).toMatchObject({ ok: false, reverted: true, error: { status: 503 } })
    expect(test.titles()).toEqual(['Title of a', 'Title of b', 'Title of c'])
    expect(test.engine.draft('b').get().text).toBe('Half a question')
    test.engine.select('b')
    await test.settle()
    expect(test.messages().map(({ id }) => id)).toEqual(['m-b'])
  })

  it('put nothing back once the list belongs to another person', async () => {
    let refuse = () => {}
    const refused = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('offline'))
    })
    const test = await startEngine({ ...listed, deleteConversation: () => refused })
    const removed = test.engine.remove('b')
    test.transport.listConversations = () => Promise.resolve({ items: [], nextCursor: null })
    await test.engine.reset()
    refuse()
    expect(await removed).toMatchObject({ ok: false, reverted: false })
    expect(test.titles()).toEqual(['New chat'])
  })

  it('take a conversation that the server does not have any more as removed', async () => {
    const test = await startEngine({ ...listed, deleteConversation: () => httpFailure(404) })
    expect(await test.engine.remove('b')).toEqual({ ok: true })
    expect(test.titles()).toEqual(['Title of a', 'Title of c'])
  })

  it('keep an unsent question of a conversation that could not be removed', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const test = await startEngine(
      { ...listed, send: () => httpFailure(503), deleteConversation: () => httpFailure(503) },
      { storage },
    )
    test.engine.send('a', { text: 'Unsent?' })
    await test.settle()
    await test.engine.remove('a')
    expect(storage.getItem('org.outbox')).toContain('Unsent?')
  })

  it('keep what was refused where the application decides so', async () => {
    const refusing = {
      ...listed,
      renameConversation: () => httpFailure(500),
      deleteConversation: () => httpFailure(500),
    }
    const test = await startEngine(refusing, { refusedChanges: 'keep' })
    expect(await test.engine.rename('b', 'Sleep')).toMatchObject({ ok: false, reverted: false })
    await test.engine.remove('a')
    expect(test.titles()).toEqual(['Sleep', 'Title of c'])
  })

  it('name a rating that was taken back', async () => {
    const test = await startEngine({
      ...listed,
      listMessages: () => Promise.resolve({ items: [storedMessage('m')], nextCursor: null }),
      sendFeedback: () => httpFailure(500),
    })
    expect(await test.engine.rate('m', 'up')).toMatchObject({ ok: false, reverted: true })
    expect(test.engine.message('m').get()?.feedback).toBeNull()
  })
})

it('importGuest resolves to what became of it', async () => {
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const guest = await startEngine(visitor, { storage })
  guest.engine.send(guest.selectedKey(), { text: 'Hello?' })
  await guest.settle()
  let isRefused = true
  const test = await startEngine(
    {
      importConversations: () =>
        isRefused ? httpFailure(413, 'Too many conversations.') : Promise.resolve(),
    },
    { storage },
  )
  expect(await test.engine.importGuest()).toMatchObject({
    ok: false,
    error: { status: 413, message: 'Too many conversations.' },
  })
  isRefused = false
  expect(await test.engine.importGuest()).toEqual({ ok: true })
})

describe('the callbacks', () => {
  it('onError receives failed runs and failed calls, and the logger gets the same', async () => {
    const onError = vi.fn<(...call: unknown[]) => void>()
    const warn = vi.fn<(...call: unknown[]) => void>()
    const cause = Object.assign(new Error('503'), { status: 503 })
    const test = await startEngine(
      { ...listed, send: () => Promise.reject(cause), renameConversation: () => httpFailure(500) },
      { onError, logger: { warn } },
    )
    test.engine.send('a', { text: 'Hello?' })
    await test.settle()
    const [, messageKey] = test.engine.thread('a').get().messageKeys
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'server', status: 503, cause }),
      { operation: 'run', conversationKey: 'a', messageKey },
    )
    expect(warn).toHaveBeenCalledWith('run failed', { error: cause })
    await test.engine.rename('b', 'Sleep')
    expect(onError).toHaveBeenLastCalledWith(expect.objectContaining({ status: 500 }), {
      operation: 'renameConversation',
      conversationKey: null,
      messageKey: null,
    })
    expect(warn).toHaveBeenCalledTimes(2)
  })

  it('the logger gets a lost connection that is taken up again, onError does not', async () => {
    const onError = vi.fn<() => void>()
    const warn = vi.fn<(...call: unknown[]) => void>()
    const lost = new Error('reset')
    const test = await startEngine({ reconnect: () => Promise.reject(lost) }, { onError, logger: { warn } })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport.lastStream().fail(lost)
    await test.settle()
    test.clock.advance(250)
    await test.settle()
    expect(warn.mock.calls.map(([what]) => what)).toEqual(['stream failed', 'reconnect failed'])
    expect(onError).not.toHaveBeenCalled()
  })

  it('onEvent receives each event once, onFinish the settled answer', async () => {
    const onEvent = vi.fn<(...call: unknown[]) => void>()
    const onFinish = vi.fn<(...call: unknown[]) => void>()
    const test = await startEngine({}, { onEvent, onFinish })
    const key = test.selectedKey()
    test.engine.send(key, { text: 'Hello?' })
    await test.settle()
    const { messageKeys } = test.engine.thread(key).get()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Hi.' }, { type: 'stream-end' })
    await test.settle()
    const at = { conversationKey: key, messageKey: messageKeys[1] }
    expect(onEvent.mock.calls).toEqual([
      [{ type: 'text-delta', text: 'Hi.', seq: 1 }, at],
      [{ type: 'stream-end', seq: 2 }, at],
    ])
    expect(onFinish).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: 'Hi.', status: 'complete' }),
      { conversationKey: key, run: { phase: 'done' } },
    )
  })

  it('a callback that throws is logged and disturbs nothing', async () => {
    const warn = vi.fn<(...call: unknown[]) => void>()
    const fail = () => {
      throw new Error('theirs')
    }
    const test = await startEngine({}, { onEvent: fail, onFinish: fail, onError: fail, logger: { warn } })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Hi.' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Hi.', status: 'complete' })
    expect(warn.mock.calls.map(([what]) => what)).toEqual([
      'onEvent failed',
      'onEvent failed',
      'onFinish failed',
    ])
  })
})
