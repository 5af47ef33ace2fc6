// @vitest-environment node
import type { Message } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { storedConversation, storedMessage, visitor } from '../testing/scripted-transport.ts'
import { createMemoryStorage, startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'

const message = (id: string, parentId: string | null) =>
  storedMessage(id, { parentId, role: id.startsWith('a') ? 'assistant' : 'user' })

/** A person with one conversation of these messages, newest first; `older` is the page before. */
function startWith(newest: Message[], older: Message[] = []) {
  return startEngine({
    listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
    listMessages: (_, { cursor }) =>
      Promise.resolve({
        items: cursor === null ? newest : older,
        nextCursor: cursor === null && older.length > 0 ? 'older' : null,
      }),
  })
}

const idsOf = (test: EngineUnderTest) => test.messages().map(({ id }) => id)

async function answer(test: EngineUnderTest, text: string, ids?: [string, string]) {
  await test.settle()
  const [userId, assistantId] = ids ?? ['', '']
  if (ids !== undefined) {
    test.transport.lastStream().push({ type: 'message-started', userId, assistantId, conversationId: 'c' })
  }
  test.transport.lastStream().push({ type: 'text-delta', text }, { type: 'stream-end' })
  await test.settle()
}

describe('a conversation with branches', () => {
  it('shows the newest, and tells of each message how many versions there are', async () => {
    const test = await startWith([
      message('a3', 'q1'),
      message('a2', 'q2'),
      message('q2', 'a1'),
      message('a1', 'q1'),
      message('q1', null),
    ])
    expect(idsOf(test)).toEqual(['q1', 'a3'])
    expect(test.messages().map(({ siblings }) => siblings)).toEqual([null, { index: 1, count: 2 }])
  })

  it('shows another version, and what followed it', async () => {
    const test = await startWith([
      message('a3', 'q1'),
      message('a2', 'q2'),
      message('q2', 'a1'),
      message('a1', 'q1'),
      message('q1', null),
    ])
    test.engine.showSibling('a3', 0)
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(test.messages()[1]?.siblings).toEqual({ index: 0, count: 2 })
    test.engine.showSibling('a1', 7)
    test.engine.showSibling('nothing', 0)
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('of which the first question was edited shows the newest', async () => {
    const test = await startWith([
      message('a2', 'q2'),
      message('q2', null),
      message('a1', 'q1'),
      message('q1', null),
    ])
    expect(idsOf(test)).toEqual(['q2', 'a2'])
    expect(test.messages()[0]?.siblings).toEqual({ index: 1, count: 2 })
  })

  it('goes on in the next older page, which may hold more versions', async () => {
    const test = await startWith(
      [message('a2', 'q2'), message('q2', 'a1')],
      [message('a1', 'q1'), message('other', 'a0'), message('q1', null)],
    )
    expect(idsOf(test)).toEqual(['q2', 'a2'])
    await test.engine.loadOlder('c')
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('takes all messages of a server without branches, page by page', async () => {
    const test = await startWith(
      [message('a2', null), message('q2', null)],
      [message('a1', null), message('q1', null)],
    )
    await test.engine.loadOlder('c')
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(test.messages().every(({ siblings }) => siblings === null)).toBe(true)
  })

  it('of a server that leads in a circle comes to an end', async () => {
    const test = await startWith([message('a1', 'q1'), message('q1', 'a1')])
    expect(idsOf(test)).toEqual(['q1', 'a1'])
  })
})

describe('edit', () => {
  const two = [message('a2', 'q2'), message('q2', 'a1'), message('a1', 'q1'), message('q1', null)]

  it('asks a question anew as a branch beside the earlier one, which can be shown again', async () => {
    const test = await startWith(two)
    expect(test.engine.edit('q2', { text: 'And naps?' })).toBe('sent')
    await answer(test, 'Short ones.', ['q3', 'a3'])
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q3', 'a3'])
    expect(test.messages()[2]?.siblings).toEqual({ index: 1, count: 2 })
    expect(test.transport.questions).toMatchObject([
      { text: 'And naps?', parentId: 'a1', conversationId: 'c' },
    ])
    test.engine.showSibling(test.messages()[2]?.key ?? '', 0)
    expect(idsOf(test)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('of the first question starts over', async () => {
    const test = await startWith(two)
    test.engine.edit('q1', { text: 'Begin again' })
    await answer(test, 'Yes.', ['q3', 'a3'])
    expect(idsOf(test)).toEqual(['q3', 'a3'])
    expect(test.transport.questions[0]).toMatchObject({ parentId: null, conversationId: 'c' })
  })

  it('of nothing, of an answer, with no text or while streaming asks nothing', async () => {
    const test = await startWith(two)
    expect(test.engine.edit('nothing', { text: 'What?' })).toBe('unknown_message')
    expect(test.engine.edit('a1', { text: 'What?' })).toBe('unknown_message')
    expect(test.engine.edit('q1', { text: ' ' })).toBe('empty')
    test.engine.send('c', { text: 'Running' })
    expect(test.engine.edit('q1', { text: 'What?' })).toBe('busy')
  })

  it('goes on from the branch on screen with the next question', async () => {
    const test = await startWith(two)
    test.engine.edit('q2', { text: 'And naps?' })
    await answer(test, 'Short ones.', ['q3', 'a3'])
    test.engine.send('c', { text: 'How short?' })
    await answer(test, 'Twenty minutes.', ['q4', 'a4'])
    test.engine.showSibling(test.messages()[2]?.key ?? '', 0)
    test.engine.send('c', { text: 'And tea?' })
    await test.settle()
    expect(test.transport.questions.map(({ parentId }) => parentId)).toEqual(['a1', undefined, 'a2'])
  })
})

describe('regenerate', () => {
  const one = [message('a1', 'q1'), message('q1', null)]

  it('asks for another answer to the same question, beside the one that there is', async () => {
    const test = await startWith(one)
    expect(test.engine.regenerate('a1')).toBe('sent')
    await answer(test, 'Better.', ['q1', 'a2'])
    expect(test.transport.questions[0]).toMatchObject({ text: '', parentId: 'q1', conversationId: 'c' })
    expect(test.messages()).toMatchObject([
      { id: 'q1' },
      { id: 'a2', text: 'Better.', siblings: { index: 1, count: 2 } },
    ])
  })

  it('keeps what a stopped answer had said beside the next one', async () => {
    const test = await startWith(one)
    test.engine.send('c', { text: 'And naps?' })
    await test.settle()
    test.transport
      .lastStream()
      .push(
        { type: 'message-started', userId: 'q2', assistantId: 'a2', conversationId: 'c' },
        { type: 'text-delta', text: 'Half' },
      )
    await test.settle()
    await test.engine.stop('c')
    expect(test.engine.retry('c')).toBe('sent')
    await answer(test, 'Whole.', ['q2', 'a3'])
    expect(test.messages().at(-1)).toMatchObject({ text: 'Whole.', siblings: { index: 1, count: 2 } })
    test.engine.showSibling(test.messages().at(-1)?.key ?? '', 0)
    expect(test.messages().at(-1)).toMatchObject({ text: 'Half', status: 'stopped' })
  })
})

describe("a guest's branches", () => {
  it('are asked with what was said before them, and survive a reload', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const test = await startEngine(visitor, { storage })
    test.engine.send(test.selectedKey(), { text: 'One' })
    await answer(test, 'First.')
    test.engine.send(test.selectedKey(), { text: 'Two' })
    await answer(test, 'Second.')
    test.engine.edit(test.messages()[2]?.key ?? '', { text: 'Two, edited' })
    await answer(test, 'Third.')
    expect(test.transport.questions[2]).toMatchObject({
      text: 'Two, edited',
      conversation: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'First.' },
      ],
    })
    const after = await startEngine(visitor, { storage })
    expect(after.messages()).toEqual(test.messages())
    after.engine.showSibling(after.messages()[2]?.key ?? '', 0)
    expect(after.messages().map(({ text }) => text)).toEqual(['One', 'First.', 'Two', 'Second.'])
  })
})
