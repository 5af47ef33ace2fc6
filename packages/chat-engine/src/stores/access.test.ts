// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, visitor } from '../testing/scripted-transport.ts'
import { createCountingIds, createMemoryStorage, startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'

const blocked = { anonStatus: () => Promise.resolve({ blocked: true }) }

describe('access', () => {
  it('is signedIn when listing the conversations works', async () => {
    const test = await startEngine()
    expect(test.engine.access.get().status).toBe('signedIn')
    expect(test.transport.callsOf('anonStatus')).toEqual([])
  })

  it('is guest when listing conversations gave 401', async () => {
    const test = await startEngine(visitor)
    expect(test.engine.access.get().status).toBe('guest')
    expect(test.titles()).toEqual(['New chat'])
  })

  it('is needsAuth when the anonymous status says blocked', async () => {
    const test = await startEngine({ ...visitor, ...blocked })
    expect(test.engine.access.get().status).toBe('needsAuth')
  })

  it("stays guest after a failed anonymous-status check, whose 'error text is not shown'", async () => {
    const test = await startEngine({ ...visitor, anonStatus: () => httpFailure(500, 'Broken.') })
    expect(test.engine.access.get().status).toBe('guest')
    expect(test.engine.thread(test.selectedKey()).get().statusLine).toBeNull()
  })

  it('a successful conversation list clears both flags', async () => {
    let isVisitor = true
    const test = await startEngine({
      ...blocked,
      listConversations: () =>
        isVisitor
          ? httpFailure(401)
          : Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
    })
    expect(test.engine.access.get().status).toBe('needsAuth')
    isVisitor = false
    await test.engine.refresh()
    expect(test.engine.access.get().status).toBe('signedIn')
  })

  it('does not show a visitor what the person before them had', async () => {
    let isVisitor = false
    const test = await startEngine({
      listConversations: () =>
        isVisitor
          ? httpFailure(401)
          : Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
    })
    isVisitor = true
    await test.engine.refresh()
    expect(test.titles()).toEqual(['New chat'])
  })
})

describe('a question that needs a sign-in', () => {
  it("when blocked, sending shows 'Login required to continue' and keeps the prompt", async () => {
    const test = await startEngine({ ...visitor, ...blocked })
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?', authors: ['NIH'] })).toBe('login_required')
    expect(test.engine.thread(test.selectedKey()).get().statusLine).toEqual({
      tone: 'error',
      text: 'Login required to continue',
    })
    expect(test.engine.access.get().pendingPrompt).toEqual({
      text: 'Hello?',
      images: [],
      metadata: null,
      authors: ['NIH'],
      tools: [],
    })
    expect(test.transport.questions).toEqual([])
    expect(test.messages()).toEqual([])
  })

  it('after a login_required error the pair is removed, the status rechecked and the prompt kept', async () => {
    let isBlocked = false
    const test = await startEngine({
      ...visitor,
      anonStatus: () => Promise.resolve({ blocked: isBlocked }),
      send: () => {
        isBlocked = true
        return httpFailure(401)
      },
    })
    test.engine.setDraft(test.selectedKey(), { text: 'Hello?' })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    expect(test.messages()).toHaveLength(2)
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('')
    await test.settle()
    expect(test.messages()).toEqual([])
    expect(test.engine.access.get()).toMatchObject({ status: 'needsAuth', pendingPrompt: { text: 'Hello?' } })
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('Hello?')
    expect(test.engine.thread(test.selectedKey()).get()).toMatchObject({
      run: { phase: 'failed', kind: 'auth', message: 'Login required to continue' },
      statusLine: { tone: 'error', text: 'Login required to continue' },
    })
  })

  it('a refused first question of a guest does not stay as the name of their conversation', async () => {
    const test = await startEngine({ ...visitor, send: () => httpFailure(401) })
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    expect(test.titles()).toEqual(['New chat'])
    await test.engine.rename(test.selectedKey(), 'Sleep')
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    expect(test.titles()).toEqual(['Sleep'])
  })

  it("'a 401 raises login_required with the server error', where there is one", async () => {
    const test = await startEngine({ ...visitor, send: () => httpFailure(401, 'Please sign in first.') })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    expect(test.engine.thread(test.selectedKey()).get().statusLine?.text).toBe('Please sign in first.')
  })

  it('takes a login_required error of the stream for the same', async () => {
    const test = await startEngine(visitor)
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport
      .lastStream()
      .push({ type: 'stream-error', message: 'Sign in.', code: 'login_required' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()).toEqual([])
    expect(test.engine.access.get().pendingPrompt).toMatchObject({ text: 'Hello?' })
  })

  it('is sent after a successful sign-in', async () => {
    let isVisitor = true
    const test = await startEngine({
      ...blocked,
      listConversations: () =>
        isVisitor
          ? httpFailure(401)
          : Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
    })
    test.engine.setDraft(test.selectedKey(), { text: 'Hello?' })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    isVisitor = false
    await test.engine.refresh()
    await test.settle()
    expect(test.transport.questions).toMatchObject([{ text: 'Hello?' }])
    expect(test.engine.access.get().pendingPrompt).toBeNull()
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('')
    expect(test.engine.sendPendingPrompt()).toBeNull()
  })

  it('can be dismissed', async () => {
    const test = await startEngine({ ...visitor, ...blocked })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    test.engine.dismissPendingPrompt()
    expect(test.engine.sendPendingPrompt()).toBeNull()
  })
})

describe('a session that has ended is noticed', () => {
  const listed = { items: [storedConversation('a')], nextCursor: 'older' }

  it.each([
    ['messages', { listMessages: () => httpFailure(401) }],
    [
      'older conversations',
      {
        listConversations: ({ cursor }: { cursor: string | null }) =>
          cursor === null ? Promise.resolve(listed) : httpFailure(401),
      },
    ],
  ])('when %s cannot be had', async (_, methods) => {
    const test = await startEngine({ listConversations: () => Promise.resolve(listed), ...methods })
    await test.engine.loadMore()
    await test.settle()
    expect(test.engine.access.get().status).toBe('guest')
  })
})

async function ask(test: EngineUnderTest, key: string, text: string) {
  test.engine.send(key, { text })
  await test.settle()
  test.transport.lastStream().push({ type: 'text-delta', text: 'Yes.' }, { type: 'stream-end' })
  await test.settle()
}

describe("a guest's conversations", () => {
  it('live in the browser and are sent along, oldest first, at most 50 items', async () => {
    const test = await startEngine(visitor, { limits: { historyItems: 3 } })
    for (const text of ['one', 'two', 'three']) {
      test.engine.send(test.selectedKey(), { text })
      await test.settle()
      test.transport
        .lastStream()
        .push(
          { type: 'message-started', userId: `u-${text}`, assistantId: `a-${text}`, conversationId: 'c1' },
          { type: 'text-delta', text: `${text}!` },
          { type: 'stream-end' },
        )
      await test.settle()
    }
    expect(test.transport.questions[0]).not.toHaveProperty('conversation')
    expect(test.transport.questions[2]).toMatchObject({
      text: 'three',
      conversation: [
        { role: 'assistant', content: 'one!' },
        { role: 'user', content: 'two' },
        { role: 'assistant', content: 'two!' },
      ],
    })
    expect(test.transport.questions[2]).not.toHaveProperty('conversationId')
  })

  it('are there again after a reload, with citations and products', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const before = await startEngine(visitor, { storage })
    before.engine.send(before.selectedKey(), { text: 'Hello?' })
    await before.settle()
    before.transport.lastStream().push(
      { type: 'text-delta', text: 'Take <product>Zinc</product> [1].' },
      { type: 'citations-replaced', citations: ['[1] One (https://example.org/1)'] },
      {
        type: 'product-resolved',
        original: '<product>Zinc</product>',
        replacement: '<a href="https://shop.example/z" data-image="https://shop.example/z.png">Zinc</a>',
      },
      { type: 'title-changed', conversationId: null, title: 'Zinc' },
      { type: 'outcome-decided', outcome: 'answered' },
      { type: 'suggestions-replaced', suggestions: ['And for women?'] },
      { type: 'stream-end' },
    )
    await before.settle()
    const after = await startEngine(visitor, { storage })
    expect(after.titles()).toEqual(['Zinc'])
    expect(after.messages()).toEqual(before.messages())
    expect(after.engine.products.get()).toHaveProperty('Zinc')
  })

  it('of another tab are kept, and those that were removed are not', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const ids = createCountingIds()
    const one = await startEngine(visitor, { storage, ids })
    const two = await startEngine(visitor, { storage, ids })
    one.engine.send(one.selectedKey(), { text: 'From the first tab' })
    two.engine.send(two.selectedKey(), { text: 'From the second tab' })
    const both = await startEngine(visitor, { storage, ids })
    expect(both.engine.conversations.get().items).toHaveLength(2)
    await both.engine.remove(both.selectedKey())
    const left = await startEngine(visitor, { storage, ids })
    expect(left.engine.conversations.get().items).toHaveLength(1)
  })

  it('that another tab has gone on with, or removed, are left as that tab has them', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const ids = createCountingIds()
    const one = await startEngine(visitor, { storage, ids })
    const goneOnWith = one.selectedKey()
    await ask(one, goneOnWith, 'What helps me sleep?')
    const removed = one.engine.create()
    await ask(one, removed, 'Which foods have zinc?')
    const two = await startEngine(visitor, { storage, ids })
    await ask(one, goneOnWith, 'And naps?')
    await one.engine.remove(removed)
    await ask(two, two.engine.create(), 'Elsewhere?')
    const kept = storage.getItem('org.guest')
    expect(kept).toContain('And naps?')
    expect(kept).toContain('Elsewhere?')
    expect(kept).not.toContain('zinc')
  })

  it('take a running answer up again after a reload', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const before = await startEngine(visitor, { storage })
    before.engine.send(before.selectedKey(), { text: 'Hello?' })
    await before.settle()
    const after = await startEngine(visitor, { storage })
    await after.settle()
    expect(after.transport.callsOf('reconnect')).toEqual([['stream-1', 0]])
  })

  it('survive a storage that holds something else', async () => {
    const storage = createMemoryStorage({
      disclaimer: '2025-09-15',
      'org.guest':
        '{"version":1,"conversations":[{"key":"k"},{"key":"l","messages":[null,{"role":"user"}]}]}',
    })
    const test = await startEngine(visitor, { storage })
    expect(test.engine.conversations.get().status).toBe('ready')
  })

  it('stay out of the list of who signs in', async () => {
    let isVisitor = true
    const test = await startEngine({
      listConversations: () =>
        isVisitor
          ? httpFailure(401)
          : Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
    })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport.lastStream().push({ type: 'stream-end' })
    await test.settle()
    isVisitor = false
    await test.engine.refresh()
    expect(test.titles()).toEqual(['Title of a'])
  })
})
