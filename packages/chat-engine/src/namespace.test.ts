// @vitest-environment node
import { expect, it } from 'vitest'
import type { ChatStorage } from './platform/platform.ts'
import { createTabChannels } from './testing/tab-channels.ts'
import { createTabLocks } from './testing/tab-locks.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import { createTabs } from './tabs/create-tabs.ts'
import { httpFailure, storedConversation, visitor } from './testing/scripted-transport.ts'
import { createMemoryStorage, startEngine } from './testing/start-engine.ts'

const optional = { disclaimer: { required: false } }

/** A storage that lists the keys written to it. */
function createListedStorage(): ChatStorage & { keys: Set<string> } {
  const storage = createMemoryStorage()
  const keys = new Set<string>()
  return {
    ...storage,
    keys,
    setItem: (key, value) => {
      keys.add(key)
      storage.setItem(key, value)
    },
  }
}

it('a guest of one namespace is not shown in another, and not without a namespace', async () => {
  const storage = createMemoryStorage()
  const one = await startEngine(visitor, { storage, ...optional, namespace: 'one' })
  one.engine.send(one.selectedKey(), { text: 'What helps me sleep?' })
  await one.settle()
  one.transport.lastStream().push({ type: 'text-delta', text: 'Darkness.' }, { type: 'stream-end' })
  await one.settle()
  const titles = async (namespace?: string) => {
    const test = await startEngine(visitor, { storage, ...optional, namespace })
    return test.titles()
  }
  expect(await titles('one')).toEqual(['What helps me sleep?'])
  expect(await titles('two')).toEqual(['New chat'])
  expect(await titles()).toEqual(['New chat'])
})

it('offers the guest of its own namespace alone for import', async () => {
  const storage = createMemoryStorage()
  const guest = await startEngine(visitor, { storage, ...optional, namespace: 'one' })
  guest.engine.send(guest.selectedKey(), { text: 'What helps me sleep?' })
  await guest.settle()
  const two = await startEngine({}, { storage, ...optional, namespace: 'two' })
  expect(two.engine.guestImport.get().status).toBe('none')
  const one = await startEngine({}, { storage, ...optional, namespace: 'one' })
  expect(one.engine.guestImport.get()).toEqual({ status: 'offered', count: 1 })
})

it('drafts and unsent questions stay in their namespace', async () => {
  const storage = createMemoryStorage()
  const options = { storage, ...optional, namespace: 'one' }
  const one = await startEngine({ send: () => httpFailure(503) }, options)
  one.engine.send(one.selectedKey(), { text: 'Unsent?' })
  await one.settle()
  one.engine.setDraft(one.engine.create(), { text: 'Half a question' })
  one.engine.dispose()
  const two = await startEngine({}, { ...options, namespace: 'two' })
  expect(two.messages()).toEqual([])
  expect(two.engine.draft(two.engine.create()).get().text).toBe('')
  const again = await startEngine({}, options)
  expect(again.messages()[0]?.text).toBe('Unsent?')
  expect(again.engine.draft(again.engine.create()).get().text).toBe('Half a question')
})

it('every storage key of a namespace begins with it', async () => {
  const storage = createListedStorage()
  const test = await startEngine(visitor, { storage, namespace: 'one' })
  test.engine.acknowledgeDisclaimer()
  test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
  test.engine.setDraft(test.selectedKey(), { text: 'And then?' })
  test.engine.dispose()
  const signedIn = await startEngine({ send: () => httpFailure(503) }, { storage, namespace: 'one' })
  signedIn.engine.dismissGuestImport()
  signedIn.engine.send(signedIn.selectedKey(), { text: 'Unsent?' })
  await signedIn.settle()
  expect([...storage.keys].toSorted()).toEqual(
    ['disclaimer', 'drafts', 'guest', 'guest.dismissed', 'outbox'].map((name) => `org.one.${name}`),
  )
})

it('an acknowledgement counts in its namespace, unless engines share its storage', async () => {
  const storage = createMemoryStorage()
  const acknowledged = (namespace: string, shared?: ChatStorage) =>
    createDisclaimer({ storage, namespace, disclaimer: { required: true, storage: shared } })
  acknowledged('one').acknowledge()
  expect(acknowledged('one').isOpen()).toBe(true)
  expect(acknowledged('two').isOpen()).toBe(false)
  const shared = createMemoryStorage()
  acknowledged('one', shared).acknowledge()
  expect(shared.getItem('disclaimer')).toBe('2025-09-15')
  expect(acknowledged('two', shared).isOpen()).toBe(true)
  const test = await startEngine({}, { storage, namespace: 'two', disclaimer: { storage: shared } })
  expect(test.engine.disclaimer.get().acknowledged).toBe(true)
})

it('tabs of another namespace receive nothing of an answer, and request no lock of it', async () => {
  const openChannel = createTabChannels()
  const openLocks = createTabLocks()
  const names: string[] = []
  const openTab = async (namespace?: string) => {
    const own = openLocks()
    const locks = {
      request: (...call: Parameters<typeof own.request>) => {
        names.push(call[0])
        return own.request(...call)
      },
    }
    const tabs = createTabs({ channel: openChannel, locks })
    return startEngine(
      { listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }) },
      { tabs, ...optional, namespace },
    )
  }
  const one = await openTab('one')
  const same = await openTab('one')
  const others = [await openTab('two'), await openTab()]
  const listed = others.map(({ transport }) => transport.callsOf('listMessages').length)
  one.engine.send('c', { text: 'Hello?' })
  await one.settle()
  one.transport
    .lastStream()
    .push({ type: 'message-started', userId: 'q', assistantId: 'a', conversationId: 'c' })
  await one.settle()
  await same.settle()
  expect(same.transport.callsOf('listMessages').length).toBe(2)
  expect(others.map(({ transport }) => transport.callsOf('listMessages').length)).toEqual(listed)
  expect(new Set(names)).toEqual(new Set(['org.chat.one/stream-1']))
})
