// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, storedMessage, visitor } from '../testing/scripted-transport.ts'
import { createEngineUnderTest, startEngine } from '../testing/start-engine.ts'

const three = {
  listConversations: () =>
    Promise.resolve({ items: ['a', 'b', 'c'].map((id) => storedConversation(id)), nextCursor: null }),
}

describe('the list of conversations', () => {
  it('is idle, then loading, then ready', async () => {
    const { engine } = createEngineUnderTest(three)
    expect(engine.conversations.get()).toMatchObject({ status: 'idle', selectedKey: null })
    const started = engine.start()
    expect(engine.conversations.get().status).toBe('loading')
    await started
    expect(engine.conversations.get()).toMatchObject({ status: 'ready', hasMore: false, selectedKey: 'a' })
  })

  it('is asked for once, however often the engine is started', async () => {
    const { engine, transport } = createEngineUnderTest(three)
    await Promise.all([engine.start(), engine.start()])
    expect(transport.callsOf('listConversations')).toEqual([[20, null]])
  })

  it("when none exist, a local 'New chat' is created", async () => {
    const test = await startEngine()
    expect(test.titles()).toEqual(['New chat'])
    expect(test.engine.conversations.get().items[0]?.id).toBeNull()
    expect(test.transport.callsOf('createConversation')).toEqual([])
  })

  it("shows 'Untitled' for an empty title", async () => {
    const test = await startEngine({
      listConversations: () => Promise.resolve({ items: [storedConversation('a', '')], nextCursor: null }),
    })
    expect(test.titles()).toEqual(['Untitled'])
  })

  it('still lets a person chat when it cannot be had', async () => {
    const test = await startEngine({ listConversations: () => httpFailure(500) })
    expect(test.engine.conversations.get().status).toBe('failed')
    expect(test.engine.access.get().status).toBe('unknown')
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('sent')
  })

  it('keeps a conversation that began and was answered while the list was loading', async () => {
    let respond: (ids: string[]) => void = () => undefined
    const test = createEngineUnderTest({
      listConversations: () =>
        new Promise((resolve) => {
          respond = (ids) => resolve({ items: ids.map((id) => storedConversation(id)), nextCursor: null })
        }),
    })
    const started = test.engine.start()
    const key = test.engine.create()
    test.engine.send(key, { text: 'Hello?' })
    await test.settle()
    test.transport
      .lastStream()
      .push(
        { type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' },
        { type: 'text-delta', text: 'Hi' },
        { type: 'stream-end' },
      )
    await test.settle()
    respond(['earlier'])
    await started
    await test.settle()
    expect(test.selectedKey()).toBe(key)
    expect(test.messages().map(({ text }) => text)).toEqual(['Hello?', 'Hi'])
    expect(test.engine.conversations.get().items.map(({ id }) => id)).toEqual(['c1', 'earlier'])
  })

  it('ignores the answer to a listing that a later one overtook', async () => {
    const answers: ((ids: string[]) => void)[] = []
    const { engine, titles } = createEngineUnderTest({
      listConversations: () =>
        new Promise((resolve) => {
          answers.push((ids) => resolve({ items: ids.map((id) => storedConversation(id)), nextCursor: null }))
        }),
    })
    const first = engine.start()
    const second = engine.refresh()
    answers[1]?.(['new'])
    await second
    answers[0]?.(['stale'])
    await first
    expect(titles()).toEqual(['Title of new'])
  })
})

describe('older conversations', () => {
  const paged = {
    listConversations: ({ cursor }: { cursor: string | null }) =>
      Promise.resolve(
        cursor === null
          ? { items: [storedConversation('a')], nextCursor: 'page-2' }
          : {
              items: [storedConversation('a', 'Renamed meanwhile'), storedConversation('b')],
              nextCursor: null,
            },
      ),
  }

  it("are 'listed with cursor paging', 20 a page, and none is listed twice", async () => {
    const test = await startEngine(paged)
    expect(test.engine.conversations.get().hasMore).toBe(true)
    const loaded = test.engine.loadMore()
    expect(test.engine.conversations.get().isLoadingMore).toBe(true)
    await loaded
    expect(test.titles()).toEqual(['Renamed meanwhile', 'Title of b'])
    expect(test.engine.conversations.get()).toMatchObject({ hasMore: false, isLoadingMore: false })
    expect(test.transport.callsOf('listConversations')).toEqual([
      [20, null],
      [20, 'page-2'],
    ])
  })

  it('can be asked for again after a failure', async () => {
    let isDown = true
    const test = await startEngine({
      listConversations: (call) =>
        call.cursor !== null && isDown ? httpFailure(500) : paged.listConversations(call),
    })
    await test.engine.loadMore()
    expect(test.engine.conversations.get()).toMatchObject({ hasMore: true, isLoadingMore: false })
    isDown = false
    await test.engine.loadMore()
    expect(test.titles()).toHaveLength(2)
  })
})

describe('create', () => {
  it('opens a blank conversation at the top, which the server hears of with its first question', async () => {
    const test = await startEngine(three)
    test.engine.send('a', { text: 'not blank' })
    const key = test.engine.create()
    expect(test.selectedKey()).toBe(key)
    expect(test.titles()[0]).toBe('New chat')
    await test.settle()
    expect(test.transport.callsOf('createConversation')).toEqual([])
    test.engine.send(key, { text: 'Hello?' })
    await test.settle()
    expect(test.transport.callsOf('createConversation')).toEqual([[null]])
    expect(test.engine.conversations.get().items[0]).toMatchObject({ key, id: 'created' })
    expect(test.transport.questions[1]).toMatchObject({ text: 'Hello?', conversationId: 'created' })
  })

  it('leaves it to the server to name one that is new in another language', async () => {
    const stored = storedConversation('a', null)
    const test = await startEngine(
      { listConversations: () => Promise.resolve({ items: [stored], nextCursor: null }) },
      { labels: { newChat: 'Conversación nueva' } },
    )
    expect(test.titles()).toEqual(['Conversación nueva'])
    test.engine.send('a', { text: 'not blank' })
    const key = test.engine.create()
    expect(test.titles()[0]).toBe('Conversación nueva')
    test.engine.send(key, { text: '¿Hola?' })
    await test.settle()
    expect(test.transport.callsOf('createConversation')).toEqual([[null]])
  })

  it('opens the blank one that is there already', async () => {
    const test = await startEngine()
    const blank = test.selectedKey()
    expect(test.engine.create()).toBe(blank)
    expect(test.titles()).toEqual(['New chat'])
  })

  it('falls back to a local conversation when the server fails', async () => {
    const test = await startEngine({ createConversation: () => httpFailure(500) })
    const key = test.engine.create()
    await test.settle()
    expect(test.engine.send(key, { text: 'Hello?' })).toBe('sent')
    await test.settle()
    expect(test.engine.conversations.get().items[0]).toMatchObject({ key, id: null })
    expect(test.transport.questions).toMatchObject([{ text: 'Hello?' }])
  })

  it('loses no question that is asked while the conversation is being created', async () => {
    let created: () => void = () => undefined
    const test = await startEngine({
      createConversation: (title) =>
        new Promise((resolve) => {
          created = () => resolve(storedConversation('c9', title))
        }),
    })
    const key = test.engine.create()
    test.engine.send(key, { text: 'Too early?' })
    await test.settle()
    expect(test.transport.questions).toEqual([])
    created()
    await test.settle()
    expect(test.transport.questions).toMatchObject([{ text: 'Too early?', conversationId: 'c9' }])
  })
})

describe('rename', () => {
  it('shows the new title at once and tells the server', async () => {
    const test = await startEngine(three)
    const renamed = test.engine.rename('b', 'Sleep')
    expect(test.titles()).toEqual(['Title of a', 'Sleep', 'Title of c'])
    await renamed
    expect(test.transport.callsOf('renameConversation')).toEqual([['b', 'Sleep']])
  })

  it('of a blank conversation goes to the server with its first question', async () => {
    const test = await startEngine()
    await test.engine.rename(test.selectedKey(), 'My sleep')
    expect(test.transport.callsOf('createConversation')).toEqual([])
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    expect(test.transport.callsOf('createConversation')).toEqual([['My sleep']])
  })

  it("an empty title becomes 'Untitled'", async () => {
    const test = await startEngine(three)
    await test.engine.rename('a', '')
    expect(test.titles()[0]).toBe('Untitled')
    expect(test.transport.callsOf('renameConversation')).toEqual([['a', 'Untitled']])
  })

  it('stays in this browser when the server fails, if the application decides so', async () => {
    const test = await startEngine(
      { ...three, renameConversation: () => httpFailure(500) },
      { refusedChanges: 'keep' },
    )
    await test.engine.rename('a', 'Kept')
    expect(test.titles()[0]).toBe('Kept')
  })
})

describe('remove', () => {
  it('of the selected conversation selects the first remaining one', async () => {
    const test = await startEngine(three)
    test.engine.select('b')
    await test.engine.remove('b')
    expect(test.titles()).toEqual(['Title of a', 'Title of c'])
    expect(test.selectedKey()).toBe('a')
    expect(test.transport.callsOf('deleteConversation')).toEqual([['b']])
  })

  it('of the last conversation creates a blank one', async () => {
    const test = await startEngine({
      listConversations: () => Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
    })
    await test.engine.remove('a')
    expect(test.titles()).toEqual(['New chat'])
    expect(test.selectedKey()).not.toBe('a')
  })

  it('of another conversation keeps the selection', async () => {
    const test = await startEngine(three)
    await test.engine.remove('c')
    expect(test.selectedKey()).toBe('a')
  })

  it('ends the answer that is on its way, and ignores what it still says', async () => {
    const test = await startEngine(three)
    test.engine.send('a', { text: 'Hello?' })
    await test.settle()
    await test.engine.remove('a')
    expect(test.transport.callsOf('stop')).toEqual([['stream-1']])
    test.transport.lastStream().push({ type: 'title-changed', conversationId: 'a', title: 'Ghost' })
    await test.settle()
    expect(test.titles()).toEqual(['Title of b', 'Title of c'])
  })

  it('stays in this browser when the server fails, if the application decides so', async () => {
    const test = await startEngine(
      { ...three, deleteConversation: () => httpFailure(500) },
      { refusedChanges: 'keep' },
    )
    await test.engine.remove('a')
    expect(test.titles()).toHaveLength(2)
  })
})

describe('a listed conversation without dates', () => {
  const undated = { ...storedConversation('b'), createdAt: null, updatedAt: null }

  it('is not looked up, and so not taken for missing', async () => {
    const test = await startEngine({
      listConversations: () =>
        Promise.resolve({ items: [storedConversation('a'), undated], nextCursor: null }),
      getConversation: () => httpFailure(404),
    })
    test.engine.select('b')
    await test.settle()
    await test.engine.refresh()
    await test.settle()
    expect(test.titles()).toEqual(['Title of a', 'Title of b'])
    expect(test.transport.callsOf('getConversation')).toEqual([])
  })
})

describe('select', () => {
  it('takes the id of a conversation that the pages do not hold', async () => {
    const test = await startEngine({
      ...three,
      getConversation: (id) =>
        Promise.resolve({ ...storedConversation(id, 'Old one'), activeStreamId: null }),
      listMessages: (id) => Promise.resolve({ items: [storedMessage(`${id}-m`)], nextCursor: null }),
    })
    expect(test.engine.select('z')).toBe('z')
    await test.settle()
    expect(test.titles().at(-1)).toBe('Old one')
    expect(test.messages()).toMatchObject([{ id: 'z-m' }])
  })

  it('before the list is there keeps what it selected', async () => {
    const test = createEngineUnderTest(three)
    test.engine.select('b')
    await test.engine.start()
    await test.settle()
    expect(test.selectedKey()).toBe('b')
    expect(test.titles()).toEqual(['Title of a', 'Title of b', 'Title of c'])
    expect(test.transport.callsOf('getConversation')).toEqual([])
  })

  it('of a conversation that is gone shows the first', async () => {
    const test = await startEngine({ ...three, getConversation: () => httpFailure(404) })
    test.engine.select('gone')
    await test.settle()
    expect(test.selectedKey()).toBe('a')
    expect(test.titles()).toHaveLength(3)
  })

  it("of another person's address shows a visitor their own", async () => {
    const test = await startEngine(visitor)
    const own = test.selectedKey()
    expect(test.engine.select('somebody-elses')).toBe(own)
  })
})

describe('reset', () => {
  it('forgets everything of the person who was chatting', async () => {
    const test = await startEngine(three)
    await test.settle()
    test.engine.setDraft('a', { text: 'private' })
    test.clock.advance(300)
    expect(test.storage.getItem('org.drafts')).toContain('private')
    await test.engine.reset()
    expect(test.storage.getItem('org.drafts')).toBeNull()
    expect(test.engine.draft('a').get().text).toBe('')
    expect(test.storage.getItem('disclaimer')).not.toBeNull()
  })
})

describe('dispose', () => {
  it('in the middle of an answer leaves a conversation that can be gone on with after another start', async () => {
    const test = await startEngine(three)
    await test.settle()
    test.engine.send('a', { text: 'Hello?' })
    await test.settle()
    test.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u', assistantId: 'v', conversationId: 'a' })
    await test.settle()
    test.engine.dispose()
    await test.engine.start()
    await test.settle()
    expect(test.engine.thread('a').get().run.phase).toBe('idle')
    expect(test.engine.send('a', { text: 'Again?' })).toBe('sent')
  })
})
