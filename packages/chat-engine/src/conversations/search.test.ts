// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, storedMessage, visitor } from '../testing/scripted-transport.ts'
import type { Script } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'

const found = (test: EngineUnderTest) => test.engine.conversations.get().search
const titles = (test: EngineUnderTest) => found(test)?.items.map(({ title }) => title)

function serverWith(search: Script['listConversations']): Partial<Script> {
  return {
    listConversations: (call) =>
      call.q === undefined
        ? Promise.resolve({ items: [storedConversation('a')], nextCursor: null })
        : search(call),
  }
}

async function type(test: EngineUnderTest, query: string) {
  test.engine.search(query)
  await expect.poll(() => found(test)?.query).toBe(query.trim())
}

async function pause(test: EngineUnderTest) {
  test.clock.advance(250)
  await test.settle()
}

describe('search', () => {
  it('asks the server once the typing pauses, and tells of more', async () => {
    const queries: (string | undefined)[] = []
    const test = await startEngine(
      serverWith(({ q, cursor }) => {
        queries.push(q)
        const id = cursor === null ? 'x' : 'y'
        return Promise.resolve({
          items: [storedConversation(id)],
          nextCursor: cursor === null ? 'more' : null,
        })
      }),
    )
    await type(test, 'sle')
    await type(test, ' sleep ')
    expect(found(test)).toMatchObject({ status: 'loading', items: [] })
    await pause(test)
    expect(queries).toEqual(['sleep'])
    expect(found(test)).toMatchObject({ status: 'ready', hasMore: true })
    await test.engine.loadMore()
    expect(titles(test)).toEqual(['Title of x', 'Title of y'])
    expect(found(test)?.hasMore).toBe(false)
    expect(test.titles()).toEqual(['Title of a'])
    test.engine.search('')
    expect(found(test)).toBeNull()
  })

  it('ignores the answer to a search that a later one overtook', async () => {
    const answers: (() => void)[] = []
    const test = await startEngine(
      serverWith(
        ({ q = '' }) =>
          new Promise((resolve) => {
            answers.push(() => resolve({ items: [storedConversation(q)], nextCursor: null }))
          }),
      ),
    )
    await type(test, 'one')
    await pause(test)
    await type(test, 'two')
    await pause(test)
    answers[1]?.()
    await test.settle()
    answers[0]?.()
    await test.settle()
    expect(titles(test)).toEqual(['Title of two'])
  })

  it('that failed says so, and can be asked again', async () => {
    let isDown = true
    const test = await startEngine(
      serverWith(() => (isDown ? httpFailure(500) : Promise.resolve({ items: [], nextCursor: null }))),
    )
    await type(test, 'sleep')
    await pause(test)
    expect(found(test)?.status).toBe('failed')
    isDown = false
    await type(test, 'sleep')
    await expect.poll(() => found(test)?.status).toBe('loading')
    await pause(test)
    expect(found(test)).toMatchObject({ status: 'ready', items: [] })
  })

  it('finds a conversation that the pages do not hold, and opens it', async () => {
    const test = await startEngine(
      serverWith(() => Promise.resolve({ items: [storedConversation('old')], nextCursor: null })),
    )
    await type(test, 'old')
    await pause(test)
    expect(test.engine.select('old')).toBe('old')
    expect(test.titles()).toEqual(['Title of a', 'Title of old'])
  })

  it('renames and removes a conversation that the pages do not hold', async () => {
    const test = await startEngine(
      serverWith(() =>
        Promise.resolve({ items: ['old', 'older'].map((id) => storedConversation(id)), nextCursor: null }),
      ),
    )
    await type(test, 'old')
    await pause(test)
    await test.engine.rename('old', 'Sleep')
    expect(titles(test)).toEqual(['Sleep', 'Title of older'])
    expect(test.transport.callsOf('renameConversation')).toEqual([['old', 'Sleep']])
    await test.engine.remove('older')
    expect(titles(test)).toEqual(['Sleep'])
    expect(test.transport.callsOf('deleteConversation')).toEqual([['older']])
    expect(test.titles()).toEqual(['Title of a'])
    expect(test.selectedKey()).toBe('a')
  })

  it('looks for a guest in this browser, in titles and messages', async () => {
    const test = await startEngine(visitor)
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await test.settle()
    await type(test, 'DARK')
    expect(titles(test)).toEqual(['What helps me sleep?'])
    await type(test, 'tea')
    expect(found(test)).toMatchObject({ status: 'ready', items: [], hasMore: false })
  })
})

describe('find', () => {
  it('gives every hit in the whole conversation, and loads older pages first', async () => {
    const test = await startEngine()
    const say = async (text: string, answer: string) => {
      test.engine.send(test.selectedKey(), { text })
      await test.settle()
      test.transport.lastStream().push({ type: 'text-delta', text: answer }, { type: 'stream-end' })
      await test.settle()
    }
    await say(
      'Sleep?',
      '**Sleep** in the [dark](https://example.org/sleep), and sleep <product>long</product>.',
    )
    const [user, answer] = test.engine.thread(test.selectedKey()).get().messageKeys
    expect(await test.engine.find(test.selectedKey(), ' SLEEP')).toEqual([
      { messageKey: user, index: 0 },
      { messageKey: answer, index: 0 },
      { messageKey: answer, index: 1 },
    ])
    expect(await test.engine.find(test.selectedKey(), 'sleep in the')).toHaveLength(1)
    expect(await test.engine.find(test.selectedKey(), ' ')).toEqual([])
  })

  it('begun while an earlier one is still loading waits for all pages, too', async () => {
    const arrivals: (() => void)[] = []
    const test = await startEngine({
      listConversations: () => Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
      listMessages: async (_, { cursor }) => {
        const left = Number(cursor ?? 3)
        if (cursor !== null) await new Promise<void>((resolve) => arrivals.push(resolve))
        const items = [storedMessage(`m${left}`, { content: 'Take zinc.' })]
        return { items, nextCursor: left > 1 ? String(left - 1) : null }
      },
    })
    await test.settle()
    const first = test.engine.find('a', 'zin')
    await expect.poll(() => arrivals.length).toBe(1)
    const second = test.engine.find('a', 'zinc')
    await test.settle()
    arrivals[0]?.()
    await expect.poll(() => arrivals.length).toBe(2)
    arrivals[1]?.()
    expect(await first).toHaveLength(3)
    expect(await second).toHaveLength(3)
  })
})
