// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, storedMessage } from '../testing/scripted-transport.ts'
import { createEngineUnderTest, createMemoryStorage, startEngine } from '../testing/start-engine.ts'

const listed = {
  listConversations: () =>
    Promise.resolve({ items: [storedConversation('a'), storedConversation('b')], nextCursor: null }),
}
const png = { mimeType: 'image/png', data: 'AAAA', name: 'a.png' }

describe('send', () => {
  it('the message is trimmed; empty is not sent', async () => {
    const test = await startEngine()
    expect(test.engine.send(test.selectedKey(), { text: ' \n\t ' })).toBe('empty')
    expect(test.engine.send(test.selectedKey(), { text: '  Hello?\n' })).toBe('sent')
    await test.settle()
    expect(test.transport.questions).toMatchObject([{ text: 'Hello?' }])
  })

  it('nothing is sent while streaming', async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: 'One' })
    expect(test.engine.send(test.selectedKey(), { text: 'Two' })).toBe('busy')
    await test.settle()
    expect(test.engine.send(test.selectedKey(), { text: 'Two' })).toBe('busy')
    expect(test.transport.questions).toHaveLength(1)
  })

  it("before the first message the user must acknowledge the disclaimer, which 'is remembered in local browser storage'", async () => {
    const storage = createMemoryStorage()
    const test = await startEngine({}, { storage })
    expect(test.engine.disclaimer.get()).toEqual({ required: true, acknowledged: false })
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('disclaimer')
    test.engine.acknowledgeDisclaimer()
    expect(storage.getItem('disclaimer')).toBe('2025-09-15')
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('sent')
    expect(createEngineUnderTest({}, { storage }).engine.disclaimer.get().acknowledged).toBe(true)
  })

  it('asks for the acknowledgement again when the disclaimer changed', () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const { engine } = createEngineUnderTest({}, { storage, disclaimer: { version: '2027-01-01' } })
    expect(engine.disclaimer.get().acknowledged).toBe(false)
    expect(engine.disclaimer.getInitial?.()).toEqual({ required: true, acknowledged: false })
  })

  it('needs no acknowledgement where none is required', async () => {
    const test = await startEngine({}, { storage: createMemoryStorage(), disclaimer: { required: false } })
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('sent')
  })

  it('refuses a text of more than 32,000 characters, counted as a person counts them', async () => {
    const test = await startEngine()
    expect(test.engine.send(test.selectedKey(), { text: '😀'.repeat(32_001) })).toBe('too_long')
    expect(test.engine.thread(test.selectedKey()).get().statusLine?.text).toBe(
      'Message is too long (max 32000 characters).',
    )
    expect(test.engine.send(test.selectedKey(), { text: '😀'.repeat(32_000) })).toBe('sent')
  })

  it('refuses more than 8 images', async () => {
    const test = await startEngine()
    const images = Array.from({ length: 9 }, () => png)
    expect(test.engine.send(test.selectedKey(), { text: 'See', images })).toBe('too_many_images')
  })

  it('sends what was chosen, and nothing in the place of what was not', async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: 'See', images: [png], authors: ['NIH'], tools: [] })
    await test.settle()
    expect(test.transport.questions[0]).toMatchObject({ text: 'See', images: [png], authors: ['NIH'] })
    expect(test.transport.questions[0]).not.toHaveProperty('tools')
    expect(test.messages()[0]?.images).toEqual([{ ...png, url: null }])
  })

  it('reads the transport and the limits at each call', async () => {
    const limits = { textCharacters: 3 }
    const test = await startEngine({}, { limits })
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('too_long')
    limits.textCharacters = 10
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('sent')
  })
})

describe('retry', () => {
  it('does not ask again what was answered', async () => {
    const test = await startEngine()
    expect(test.engine.retry(test.selectedKey())).toBe('empty')
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    expect(test.engine.retry(test.selectedKey())).toBe('busy')
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Hi' }, { type: 'stream-end' })
    await test.settle()
    expect(test.engine.retry(test.selectedKey())).toBe('empty')
  })

  it('asks again what was stopped, with what was chosen', async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: 'Hello?', authors: ['NIH'] })
    await test.settle()
    await test.engine.stop(test.selectedKey())
    expect(test.engine.retry(test.selectedKey())).toBe('sent')
    await test.settle()
    expect(test.transport.questions[1]).toMatchObject({ text: 'Hello?', authors: ['NIH'] })
  })
})

describe('drafts', () => {
  it('are kept per conversation and survive a reload', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const before = await startEngine({}, { storage })
    before.engine.setDraft(before.selectedKey(), { text: 'Half a thou' })
    before.engine.setDraft(before.selectedKey(), { text: 'Half a thought' })
    expect(storage.getItem('org.drafts')).toBeNull()
    before.clock.advance(300)
    const after = await startEngine({}, { storage })
    expect(after.engine.draft(after.selectedKey()).get().text).toBe('Half a thought')
  })

  it('are emptied by what is sent, and by nothing else', async () => {
    const test = await startEngine()
    const key = test.selectedKey()
    test.engine.setDraft(key, { text: 'Hello? ', images: [png] })
    test.engine.send(key, { text: 'Something else' })
    expect(test.engine.draft(key).get().text).toBe('Hello? ')
    await test.engine.stop(key)
    test.engine.send(key, { text: 'Hello?', images: [png] })
    expect(test.engine.draft(key).get()).toEqual({ text: '', images: [], pending: [] })
  })

  it('move with a blank conversation that becomes a stored one', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const test = await startEngine({}, { storage })
    const key = test.selectedKey()
    test.engine.send(key, { text: 'Hello?' })
    test.engine.setDraft(key, { text: 'Next' })
    await test.settle()
    test.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' })
    await test.settle()
    test.clock.advance(300)
    expect(JSON.parse(storage.getItem('org.drafts') ?? '')).toEqual({ c1: 'Next' })
  })

  it('are left behind by what is sent, also when the next conversation is begun at once', async () => {
    const test = await startEngine()
    test.engine.setDraft(test.selectedKey(), { text: 'Hello?' })
    test.clock.advance(300)
    test.engine.setDraft(test.selectedKey(), { text: '' })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    expect(test.engine.draft(test.engine.create()).get().text).toBe('')
  })

  it('are not touched by another tab that closes', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const one = await startEngine(listed, { storage })
    one.engine.setDraft('a', { text: 'Half a thought' })
    one.clock.advance(300)
    const two = await startEngine(listed, { storage })
    expect(two.engine.draft('a').get().text).toBe('Half a thought')
    expect(two.engine.draft('b').get().text).toBe('')
    one.engine.send('a', { text: 'Half a thought' })
    one.engine.setDraft('b', { text: 'Another' })
    one.clock.advance(300)
    two.engine.dispose()
    expect(JSON.parse(storage.getItem('org.drafts') ?? '')).toEqual({ b: 'Another' })
  })

  it('of an account are there again after its session has ended', async () => {
    let isExpired = false
    const test = await startEngine({
      listConversations: () => (isExpired ? httpFailure(401) : listed.listConversations()),
    })
    test.engine.setDraft('a', { text: 'Half a thought' })
    isExpired = true
    await test.engine.refresh()
    test.clock.advance(300)
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('')
    isExpired = false
    const after = await startEngine(listed, { storage: test.storage })
    expect(after.engine.draft('a').get().text).toBe('Half a thought')
  })

  it('go with their conversation', async () => {
    const test = await startEngine()
    const key = test.selectedKey()
    test.engine.setDraft(key, { text: 'Hello?' })
    test.clock.advance(300)
    await test.engine.remove(key)
    expect(test.storage.getItem('org.drafts')).toBeNull()
  })
})

describe('rate', () => {
  it('shows the rating at once, and takes it back when the server refuses', async () => {
    const test = await startEngine({ sendFeedback: () => Promise.reject(new Error('no')) })
    test.engine.send(test.selectedKey(), { text: 'Hello?' })
    await test.settle()
    test.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' })
    await test.settle()
    const key = test.messages()[1]?.key ?? ''
    const rated = test.engine.rate(key, 'up', 'Clear')
    expect(test.messages()[1]?.feedback).toBe('up')
    await rated
    expect(test.messages()[1]?.feedback).toBeNull()
    expect(test.transport.callsOf('sendFeedback')).toEqual([['a1', 'up', 'Clear']])
  })

  it('is told to the server in order, and only the last is taken back', async () => {
    const outcomes: ((error?: Error) => void)[] = []
    const test = await startEngine({
      ...listed,
      listMessages: () =>
        Promise.resolve({ items: [storedMessage('a1', { role: 'assistant' })], nextCursor: null }),
      sendFeedback: () =>
        new Promise((resolve, reject) => {
          outcomes.push((error) => (error === undefined ? resolve() : reject(error)))
        }),
    })
    await test.settle()
    const up = test.engine.rate('a1', 'up')
    const down = test.engine.rate('a1', 'down')
    await test.settle()
    expect(test.transport.callsOf('sendFeedback')).toEqual([['a1', 'up', undefined]])
    outcomes[0]?.(new Error('no'))
    await test.settle()
    outcomes[1]?.()
    await Promise.all([up, down])
    expect(test.messages()[0]?.feedback).toBe('down')
  })
})
