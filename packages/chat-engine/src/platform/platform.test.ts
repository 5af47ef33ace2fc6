// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createSafeStorage } from './platform.ts'
import { createStore } from './store.ts'
import { createEngineUnderTest, createMemoryStorage } from '../testing/start-engine.ts'

describe('createSafeStorage', () => {
  it('keeps in memory what a full storage refuses', () => {
    const full = createMemoryStorage({ theme: 'dark' })
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const storage = createSafeStorage(() => full)
    storage.setItem('theme', 'light')
    expect(storage.getItem('theme')).toBe('light')
    storage.removeItem('theme')
    expect(storage.getItem('theme')).toBeNull()
  })

  it('works where reading the storage is itself forbidden', () => {
    const storage = createSafeStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(storage.getItem('theme')).toBeNull()
    storage.setItem('theme', 'light')
    storage.removeItem('other')
    expect(storage.getItem('theme')).toBe('light')
  })

  it('remembers a removal that was refused', () => {
    const stubborn = createMemoryStorage({ theme: 'dark' })
    stubborn.removeItem = () => {
      throw new Error('no')
    }
    const storage = createSafeStorage(() => stubborn)
    storage.removeItem('theme')
    expect(storage.getItem('theme')).toBeNull()
  })

  it('writes through again once there is room', () => {
    const inner = createMemoryStorage()
    const { setItem } = inner
    let isFull = true
    inner.setItem = (key, value) => {
      if (isFull) throw new Error('full')
      setItem(key, value)
    }
    const storage = createSafeStorage(() => inner)
    storage.setItem('a', '1')
    isFull = false
    storage.setItem('a', '2')
    expect(inner.getItem('a')).toBe('2')
    expect(storage.getItem('a')).toBe('2')
  })

  it('lets the engine work on a storage that always throws', async () => {
    const broken = () => {
      throw new Error('forbidden')
    }
    const storage = { getItem: broken, setItem: broken, removeItem: broken }
    const { engine, clock, selectedKey } = createEngineUnderTest({}, { storage })
    await engine.start()
    engine.acknowledgeDisclaimer()
    engine.setDraft(selectedKey(), { text: 'Hello?' })
    clock.advance(300)
    expect(engine.disclaimer.get().acknowledged).toBe(true)
    expect(engine.send(selectedKey(), { text: 'Hello?' })).toBe('sent')
  })
})

describe('createStore', () => {
  it('tells of changes, and of nothing else', () => {
    const store = createStore(1)
    const seen: number[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.get()))
    store.set(1)
    store.set(2)
    store.update((value) => value + 1)
    unsubscribe()
    store.set(9)
    expect(seen).toEqual([2, 3])
  })

  it('lets one function listen twice', () => {
    const store = createStore(1)
    let count = 0
    const listener = () => {
      count += 1
    }
    store.subscribe(listener)
    const unsubscribe = store.subscribe(listener)
    store.set(2)
    unsubscribe()
    store.set(3)
    expect(count).toBe(3)
  })
})
