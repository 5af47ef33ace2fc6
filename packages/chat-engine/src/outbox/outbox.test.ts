// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, storedMessage, visitor } from '../testing/scripted-transport.ts'
import {
  createCountingIds,
  createEngineUnderTest,
  createMemoryStorage,
  startEngine,
} from '../testing/start-engine.ts'

const offline = () => Promise.reject(new TypeError('offline'))
const listed = {
  listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
}
// Of one sequence for all tabs and reloads.
const ids = createCountingIds()
/** The UUID that the first question was sent with. */
const sentAs = ({ messages }: Awaited<ReturnType<typeof startEngine>>) => messages()[0]?.key ?? ''
const acknowledged = () => createMemoryStorage({ disclaimer: '2025-09-15' })

describe('a question that failed offline', () => {
  it('survives a reload, and is asked again under its old UUID', async () => {
    const storage = acknowledged()
    const before = await startEngine({ send: offline }, { storage, ids })
    before.engine.send(before.selectedKey(), { text: 'First message?', authors: ['NIH'] })
    await before.settle()
    const after = await startEngine({}, { storage, ids })
    await after.settle()
    expect(after.messages()).toMatchObject([
      { role: 'user', text: 'First message?' },
      { role: 'assistant', status: 'failed', error: 'Streaming failed' },
    ])
    expect(after.engine.thread(after.selectedKey()).get().run.phase).toBe('failed')
    expect(after.engine.retry(after.selectedKey())).toBe('sent')
    await after.settle()
    expect(after.transport.questions).toMatchObject([{ text: 'First message?', authors: ['NIH'] }])
    after.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u', assistantId: 'a', conversationId: 'c' })
    await after.settle()
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('comes after what its conversation holds', async () => {
    const storage = acknowledged()
    const history = {
      ...listed,
      listMessages: () => Promise.resolve({ items: [storedMessage('q1')], nextCursor: null }),
    }
    const before = await startEngine({ ...history, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'And naps?' })
    await before.settle()
    const after = await startEngine(history, { storage, ids })
    await after.settle()
    expect(after.messages().map(({ text }) => text)).toEqual(['Text of q1', 'And naps?', ''])
  })

  it('is not shown twice when it had arrived after all', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'And naps?' })
    await before.settle()
    const clientMessageId = sentAs(before).toUpperCase()
    const stored = [
      storedMessage('a1', { role: 'assistant', parentId: 'q1', content: 'Short ones.' }),
      storedMessage('q1', { content: 'And naps?', clientMessageId }),
    ]
    const after = await startEngine(
      { ...listed, listMessages: () => Promise.resolve({ items: stored, nextCursor: null }) },
      { storage, ids },
    )
    await after.settle()
    await after.engine.reload('c')
    expect(after.messages().map(({ text }) => text)).toEqual(['And naps?', 'Short ones.'])
    expect(after.engine.thread('c').get()).toMatchObject({ run: { phase: 'idle' }, statusLine: null })
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('is not shown twice when an older page holds it', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'And naps?' })
    await before.settle()
    const newest = [storedMessage('a2', { role: 'assistant', parentId: 'q2' })]
    const older = [
      storedMessage('q2', { parentId: 'a1' }),
      storedMessage('a1', { role: 'assistant', parentId: 'q1', content: 'Short ones.' }),
      storedMessage('q1', { content: 'And naps?', clientMessageId: sentAs(before) }),
    ]
    const listMessages = (_: string, { cursor }: { cursor: string | null }) =>
      Promise.resolve(
        cursor === null ? { items: newest, nextCursor: 'older' } : { items: older, nextCursor: null },
      )
    const after = await startEngine({ ...listed, listMessages }, { storage, ids })
    await after.settle()
    expect(after.messages().map(({ text }) => text)).toEqual(['Text of a2', 'And naps?', ''])
    await after.engine.loadOlder('c')
    expect(after.messages().map(({ id }) => id)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(after.engine.thread('c').get()).toMatchObject({ run: { phase: 'idle' }, statusLine: null })
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('is kept beside one in the same words that was asked a moment before', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'Go on' })
    await before.settle()
    const createdAt = before.messages()[0]?.createdAt ?? null
    const earlier = storedMessage('q1', { content: 'Go on', createdAt, clientMessageId: 'another' })
    const history = {
      ...listed,
      listMessages: () => Promise.resolve({ items: [earlier], nextCursor: null }),
    }
    for (let reloads = 0; reloads < 2; reloads++) {
      const after = await startEngine(history, { storage, ids })
      await after.settle()
      expect(after.messages().map(({ text }) => text)).toEqual(['Go on', 'Go on', ''])
      expect(storage.getItem('org.outbox')).toContain('Go on')
    }
  })

  it('is not taken for an earlier one in the same words', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'Go on' })
    await before.settle()
    const earlier = storedMessage('q1', { content: 'Go on', createdAt: '2026-11-20T09:00:00.000Z' })
    const after = await startEngine(
      { ...listed, listMessages: () => Promise.resolve({ items: [earlier], nextCursor: null }) },
      { storage, ids },
    )
    await after.settle()
    expect(after.messages().map(({ text }) => text)).toEqual(['Go on', 'Go on', ''])
    expect(after.engine.thread('c').get().run.phase).toBe('failed')
  })

  it('is on screen after a reload in which a blank conversation was opened', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send(before.engine.create(), { text: 'First message?' })
    await before.settle()
    const after = createEngineUnderTest(listed, { storage, ids })
    const started = after.engine.start()
    after.engine.create()
    await started
    await after.settle()
    expect(after.messages()).toMatchObject([{ text: 'First message?' }, { status: 'failed' }])
  })

  it('leaves a blank conversation on screen in which something is being written', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'And naps?' })
    await before.settle()
    const after = createEngineUnderTest(listed, { storage, ids })
    const started = after.engine.start()
    const blank = after.engine.create()
    after.engine.setDraft(blank, { text: 'Another' })
    await started
    await after.settle()
    expect(after.selectedKey()).toBe(blank)
  })

  it('is one with the conversation that the server had made of it', async () => {
    const storage = acknowledged()
    const before = await startEngine({ send: offline }, { storage, ids })
    before.engine.send(before.selectedKey(), { text: 'First message?' })
    await before.settle()
    const after = await startEngine(listed, { storage, ids })
    await after.settle()
    const own = after.engine.conversations.get().items.find(({ id }) => id === null)
    if (own === undefined) throw new Error('The question is gone.')
    after.engine.select(own.key)
    after.engine.retry(own.key)
    await after.settle()
    after.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u', assistantId: 'a', conversationId: 'c' })
    await after.settle()
    expect(after.engine.conversations.get().items).toMatchObject([{ key: own.key, id: 'c' }])
    expect(after.selectedKey()).toBe(own.key)
  })

  it('is shown to its own account alone, and kept for it while another is signed in', async () => {
    const storage = acknowledged()
    const signedInAs = (accountId: string) => ({
      listConversations: () =>
        Promise.resolve({ items: [storedConversation('c')], nextCursor: null, accountId }),
    })
    const before = await startEngine({ ...signedInAs('first'), send: offline }, { storage, ids })
    before.engine.send('c', { text: 'A private question' })
    await before.settle()
    // The session of the first account has expired: nobody has signed out.
    const other = await startEngine(signedInAs('second'), { storage, ids })
    await other.settle()
    expect(other.messages()).toEqual([])
    other.engine.dispose()
    const after = await startEngine(signedInAs('first'), { storage, ids })
    await after.settle()
    expect(after.messages()[0]?.text).toBe('A private question')
  })

  it('is forgotten when it is withdrawn, edited, or its person signs out', async () => {
    const storage = acknowledged()
    const test = await startEngine({ ...listed, send: offline }, { storage, ids })
    test.engine.send('c', { text: 'One' })
    await test.settle()
    test.engine.edit(test.messages()[0]?.key ?? '', { text: 'Two' })
    await test.settle()
    expect(storage.getItem('org.outbox')).not.toContain('One')
    await test.engine.reset()
    expect(storage.getItem('org.outbox')).toBeNull()
    Object.assign(test.transport, { send: () => httpFailure(401) })
    test.engine.send('c', { text: 'Three' })
    await test.settle()
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('is erased with its conversation', async () => {
    const storage = acknowledged()
    const test = await startEngine({ ...listed, send: offline }, { storage, ids })
    test.engine.send('c', { text: 'One' })
    const local = test.engine.create()
    test.engine.send(local, { text: 'Two' })
    await test.settle()
    await test.engine.remove('c')
    expect(storage.getItem('org.outbox')).not.toContain('One')
    await test.engine.remove(local)
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('is erased when its conversation is gone at the server', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...listed, send: offline }, { storage, ids })
    before.engine.send('c', { text: 'One' })
    await before.settle()
    const after = await startEngine({ getConversation: () => httpFailure(404) }, { storage, ids })
    after.engine.select('c')
    await after.settle()
    expect(after.engine.conversations.get().items.map(({ id }) => id)).toEqual([null])
    expect(storage.getItem('org.outbox')).toBeNull()
  })

  it('of a guest is kept with their conversation', async () => {
    const storage = acknowledged()
    const before = await startEngine({ ...visitor, send: offline }, { storage, ids })
    before.engine.send(before.selectedKey(), { text: 'Hello?' })
    await before.settle()
    expect(storage.getItem('org.outbox')).toBeNull()
    const after = await startEngine(visitor, { storage, ids })
    expect(after.messages()[0]?.text).toBe('Hello?')
    expect(after.engine.retry(after.selectedKey())).toBe('sent')
  })

  it('survives a storage that holds something else', async () => {
    const storage = createMemoryStorage({
      disclaimer: '2025-09-15',
      'org.outbox': '{"k":{"text":1},"l":null}',
    })
    const test = await startEngine(listed, { storage, ids })
    await test.settle()
    expect(test.engine.conversations.get().status).toBe('ready')
  })
})

describe('a full storage', () => {
  function createFullStorage(room: number) {
    const inner = acknowledged()
    return {
      ...inner,
      setItem: (key: string, value: string) => {
        if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
        inner.setItem(key, value)
      },
    }
  }
  const image = { mimeType: 'image/png', data: 'A'.repeat(500), name: 'a.png' }

  it('is told, and the text of a draft is kept without its images', async () => {
    const storage = createFullStorage(300)
    const test = await startEngine(listed, { storage, ids })
    test.engine.setDraft('c', { text: 'See this', images: [image] })
    test.clock.advance(300)
    expect(test.engine.storage.get()).toEqual({
      status: 'refused',
      text: 'This browser is full: what you write lasts until the page is closed.',
    })
    expect(test.engine.draft('c').get().images).toEqual([image])
    const after = await startEngine(listed, { storage, ids })
    expect(after.engine.draft('c').get()).toMatchObject({ text: 'See this', images: [] })
    test.engine.removeImage('c', 0)
    test.clock.advance(300)
    expect(test.engine.storage.get()).toEqual({ status: 'stored', text: null })
  })

  it('does not stop a question', async () => {
    const test = await startEngine(listed, { storage: createFullStorage(20) })
    expect(test.engine.send('c', { text: 'Hello? Hello? Hello?' })).toBe('sent')
    await test.settle()
    expect(test.transport.questions).toHaveLength(1)
    expect(test.engine.storage.get().status).toBe('refused')
  })

  it('keeps the newest of a guest’s conversations', async () => {
    const storage = createFullStorage(1200)
    const test = await startEngine(visitor, { storage, ids })
    for (let index = 0; index < 4; index++) {
      test.engine.send(test.engine.create(), { text: `Question ${index}` })
      await test.settle()
      test.transport.lastStream().push({ type: 'stream-end' })
      await test.settle()
    }
    expect(test.engine.storage.get().status).toBe('refused')
    expect(storage.getItem('org.guest')).toContain('Question 3')
  })
})
