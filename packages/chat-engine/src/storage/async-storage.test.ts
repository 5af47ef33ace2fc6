// @vitest-environment node
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAnswersOnlyTransport } from '../adapters/answers-only-transport.ts'
import { createChatEngine } from '../engine.ts'
import { createMemoryStorage } from '../testing/start-engine.ts'
import { type AsyncChatStorage, openAsyncStorage } from './async-storage.ts'
import { openIndexedDbStorage } from './indexed-db.ts'

/** A store of which a test lets each write go. */
function createSlowStore(stored: Record<string, string> = {}) {
  const writes: { changes: Record<string, string | null>; finish: (error?: Error) => void }[] = []
  const store: AsyncChatStorage = {
    readAll: async () => Object.entries(stored),
    write: (changes) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) => (error === undefined ? resolve() : reject(error))
        writes.push({ changes: Object.fromEntries(changes), finish })
      }),
  }
  return { store, writes }
}

describe('an asynchronous storage', () => {
  it('reads at once what was stored, and what was just written', async () => {
    const storage = await openAsyncStorage(createSlowStore({ a: '1' }).store)
    expect(storage.getItem('a')).toBe('1')
    expect(storage.getItem('b')).toBeNull()
    storage.setItem('b', '2')
    storage.removeItem('a')
    expect([storage.getItem('a'), storage.getItem('b')]).toEqual([null, '2'])
  })

  it('writes in order, and gathers what changes during a write', async () => {
    const { store, writes } = createSlowStore()
    const storage = await openAsyncStorage(store)
    storage.setItem('a', '1')
    storage.setItem('b', '1')
    await expect.poll(() => writes).toHaveLength(1)
    storage.setItem('a', '2')
    storage.setItem('a', '3')
    expect(writes[0]?.changes).toEqual({ a: '1', b: '1' })
    writes[0]?.finish()
    await expect.poll(() => writes).toHaveLength(2)
    expect(writes[1]?.changes).toEqual({ a: '3' })
    const flushed = storage.flush()
    writes[1]?.finish()
    await flushed
  })

  it('writes again with the next change what could not be written', async () => {
    const { store, writes } = createSlowStore()
    const onError = vi.fn<(error: unknown) => void>()
    const storage = await openAsyncStorage(store, { onError })
    storage.setItem('a', '1')
    await expect.poll(() => writes).toHaveLength(1)
    writes[0]?.finish(new Error('full'))
    await expect.poll(() => onError.mock.calls).toEqual([[new Error('full')]])
    storage.setItem('b', '2')
    const flushed = storage.flush()
    await expect.poll(() => writes).toHaveLength(2)
    expect(writes[1]?.changes).toEqual({ a: '1', b: '2' })
    writes[1]?.finish()
    await flushed
  })
})

describe('a storage in IndexedDB', () => {
  it('has its entries after it was opened again', async () => {
    const indexedDB = new IDBFactory()
    const before = await openIndexedDbStorage({ indexedDB, name: 'again' })
    before.setItem('a', '1')
    before.setItem('b', '2')
    before.removeItem('b')
    await before.close()
    const after = await openIndexedDbStorage({ indexedDB, name: 'again' })
    onTestFinished(() => after.close())
    expect([after.getItem('a'), after.getItem('b')]).toEqual(['1', null])
  })

  it('shows the changes of another page', async () => {
    const indexedDB = new IDBFactory()
    const one = await openIndexedDbStorage({ indexedDB, name: 'pages' })
    const two = await openIndexedDbStorage({ indexedDB, name: 'pages' })
    onTestFinished(async () => {
      await Promise.all([one.close(), two.close()])
    })
    one.setItem('a', '1')
    await expect.poll(() => two.getItem('a')).toBe('1')
    two.removeItem('a')
    await expect.poll(() => one.getItem('a')).toBeNull()
  })

  it('takes over what localStorage had, so that it is there once', async () => {
    const earlier = createMemoryStorage({ 'org.drafts': '{}', other: 'x' })
    const storage = await openIndexedDbStorage({ indexedDB: new IDBFactory(), name: 'moved', earlier })
    onTestFinished(() => storage.close())
    expect(storage.getItem('org.drafts')).toBe('{}')
    expect(earlier.getItem('org.drafts')).toBeNull()
    expect(earlier.getItem('other')).toBe('x')
    storage.removeItem('org.drafts')
    expect(storage.getItem('org.drafts')).toBeNull()
  })

  it('is the earlier storage where there is no IndexedDB', async () => {
    const onError = vi.fn<(error: unknown) => void>()
    const earlier = createMemoryStorage({ a: '1' })
    const storage = await openIndexedDbStorage({ earlier, onError })
    expect(storage.getItem('a')).toBe('1')
    storage.setItem('b', '2')
    expect(earlier.getItem('b')).toBe('2')
    expect(onError).toHaveBeenCalledOnce()
  })

  it('is the earlier storage where the access to IndexedDB is forbidden', async () => {
    const onError = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('indexedDB', undefined)
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'indexedDB', { get, configurable: true })
    onTestFinished(() => void vi.unstubAllGlobals())
    const storage = await openIndexedDbStorage({ earlier: createMemoryStorage({ a: '1' }), onError })
    expect(storage.getItem('a')).toBe('1')
    expect(onError).toHaveBeenCalledOnce()
  })

  it('holds its entries where the browser forbids a channel between pages', async () => {
    vi.stubGlobal('BroadcastChannel', function refuse() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const storage = await openIndexedDbStorage({ indexedDB: new IDBFactory(), name: 'alone', earlier: null })
    onTestFinished(() => storage.close())
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
  })

  it("holds a visitor's conversation and images for the next engine", async () => {
    const indexedDB = new IDBFactory()
    const open = async () => {
      const storage = await openIndexedDbStorage({ indexedDB, name: 'engine', earlier: null })
      const transport = createAnswersOnlyTransport({
        send: async () => ({
          streamId: null,
          events: (async function* events() {
            yield { type: 'text-delta', text: 'A cat.', seq: 1 } as const
            yield { type: 'stream-end', seq: 2 } as const
          })(),
        }),
      })
      const engine = createChatEngine({ transport, storage })
      await engine.start()
      const key = engine.conversations.get().selectedKey ?? ''
      return { storage, engine, key }
    }
    const image = { mimeType: 'image/png', data: 'A'.repeat(6_000_000), name: 'cat.png' }
    const before = await open()
    before.engine.send(before.key, { text: 'What is this?', images: [image] })
    await expect.poll(() => before.engine.thread(before.key).get().run.phase).toBe('done')
    before.engine.dispose()
    await before.storage.close()
    const after = await open()
    onTestFinished(() => after.storage.close())
    const [question] = after.engine.thread(after.key).get().messageKeys
    const images = after.engine.message(question ?? '').get()?.images ?? []
    expect(images.map(({ name, data }) => [name, data?.length])).toEqual([['cat.png', 6_000_000]])
  })
})
