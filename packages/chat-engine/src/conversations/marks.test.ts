// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Script } from '../testing/scripted-transport.ts'
import { httpFailure, storedConversation } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'

const day = (id: string, date: string, marks: object = {}) => ({
  ...storedConversation(id),
  updatedAt: `2026-11-${date}T09:00:00.000Z`,
  ...marks,
})
const stored = [day('a', '20'), day('b', '19'), day('c', '18')]
const old = day('old', '19', { archived: true })

const listed: Partial<Script> = {
  listConversations: ({ archived, q }) => {
    if (archived !== true) return Promise.resolve({ items: stored, nextCursor: null })
    return Promise.resolve({ items: q === 'zinc' ? [] : [old], nextCursor: null })
  },
}

async function started(script: Partial<Script> = {}) {
  const test = await startEngine({ ...listed, ...script })
  const ids = () => test.engine.conversations.get().items.map(({ id }) => id)
  const found = () => test.engine.conversations.get().search?.items.map(({ id }) => id)
  const showArchive = async () => {
    test.engine.search('', { archived: true })
    await test.settle()
    test.clock.advance(0)
    await test.settle()
  }
  return { ...test, ids, found, showArchive }
}

describe('pin', () => {
  it('lists a conversation first, and returns it to its time', async () => {
    const test = await started()
    expect(await test.engine.pin('b', true)).toEqual({ ok: true })
    expect(test.ids()).toEqual(['b', 'a', 'c'])
    expect(test.engine.conversations.get().items[0]?.pinned).toBe(true)
    expect(await test.engine.pin('b', false)).toEqual({ ok: true })
    expect(test.ids()).toEqual(['a', 'b', 'c'])
    expect(test.transport.callsOf('markConversation')).toEqual([
      ['b', { pinned: true }],
      ['b', { pinned: false }],
    ])
  })

  it('is taken back when the server refuses it, and stays with `keep`', async () => {
    const refusing = { markConversation: () => httpFailure(503) }
    const test = await started(refusing)
    expect(await test.engine.pin('c', true)).toMatchObject({ ok: false, reverted: true })
    expect(test.ids()).toEqual(['a', 'b', 'c'])
    const keeping = await startEngine({ ...listed, ...refusing }, { refusedChanges: 'keep' })
    expect(await keeping.engine.pin('c', true)).toMatchObject({ ok: false, reverted: false })
    expect(keeping.engine.conversations.get().items[0]).toMatchObject({ id: 'c', pinned: true })
  })

  it('leaves a later mark alone when an earlier one is refused', async () => {
    let refuse: () => void = () => undefined
    const refused = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('offline'))
    })
    const replies = [refused, Promise.resolve()]
    const test = await started({ markConversation: () => replies.shift() ?? Promise.resolve() })
    const first = test.engine.pin('c', true)
    const second = test.engine.pin('c', false)
    refuse()
    expect(await first).toMatchObject({ ok: false, reverted: false })
    expect(await second).toEqual({ ok: true })
    expect(test.engine.conversations.get().items.some(({ pinned }) => pinned === true)).toBe(false)
  })

  it('fails for an unknown conversation', async () => {
    const test = await started()
    expect(await test.engine.pin('z', true)).toMatchObject({
      ok: false,
      error: { kind: 'unknown_conversation' },
    })
  })
})

describe('archive', () => {
  it('takes a conversation out of the list and selects the first that remains', async () => {
    const test = await started()
    expect(test.selectedKey()).toBe('a')
    expect(await test.engine.archive('a', true)).toEqual({ ok: true })
    expect(test.ids()).toEqual(['b', 'c'])
    expect(test.selectedKey()).toBe('b')
  })

  it('is listed by a search, restored to its time, and archived again', async () => {
    const test = await started()
    await test.showArchive()
    expect(test.found()).toEqual(['old'])
    expect(await test.engine.archive('old', false)).toEqual({ ok: true })
    expect(test.found()).toEqual([])
    expect(test.ids()).toEqual(['a', 'b', 'old', 'c'])
    await test.engine.archive('old', true)
    expect(test.ids()).toEqual(['a', 'b', 'c'])
  })

  it('shows nothing of the list while the archive loads', async () => {
    const test = await started()
    test.engine.search('zinc', { archived: true })
    await test.settle()
    expect(test.engine.conversations.get().search).toMatchObject({
      status: 'loading',
      archived: true,
      items: [],
    })
  })

  it('puts the conversation back when the server refuses', async () => {
    const test = await started({ markConversation: () => httpFailure(500) })
    expect(await test.engine.archive('b', true)).toMatchObject({ ok: false, reverted: true })
    expect(test.ids()).toEqual(['a', 'b', 'c'])
  })

  it('keeps an archived conversation that is on screen when the list is loaded again', async () => {
    const test = await started({ getConversation: () => Promise.resolve({ ...old, activeStreamId: null }) })
    test.engine.select('old')
    await test.settle()
    expect(test.engine.conversations.get().items.find(({ id }) => id === 'old')).toMatchObject({
      archived: true,
    })
    await test.engine.refresh()
    expect(test.selectedKey()).toBe('old')
  })
})
