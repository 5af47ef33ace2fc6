// @vitest-environment node
import type { ImportedConversation } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { createScriptedStream, type ScriptedStream } from '../testing/scripted-stream.ts'
import { httpFailure, storedConversation } from '../testing/scripted-transport.ts'
import {
  createCountingIds,
  createEngineUnderTest,
  createMemoryStorage,
  startEngine,
} from '../testing/start-engine.ts'

/** A browser in which a guest has asked something, and then signs in. */
async function signIn(isImportBroken = () => false, { draft = '' } = {}) {
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const imported: ImportedConversation[] = []
  let isVisitor = true
  const script = {
    listConversations: () => {
      const items = imported.map((_, index) => storedConversation(`imported-${index}`))
      return isVisitor ? httpFailure(401) : Promise.resolve({ items, nextCursor: null })
    },
    importConversations: (conversations: readonly ImportedConversation[]) => {
      if (isImportBroken()) return httpFailure(503)
      imported.push(...conversations)
      return Promise.resolve()
    },
  }
  const ids = createCountingIds()
  const test = await startEngine(script, { storage, ids })
  test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
  await test.settle()
  test.transport.lastStream().push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
  await test.settle()
  if (draft !== '') test.engine.setDraft(test.selectedKey(), { text: draft })
  const otherTab = await startEngine(script, { storage, ids })
  isVisitor = false
  await test.engine.refresh()
  await test.settle()
  return { test, otherTab, imported, storage, script }
}

describe("a guest's conversations", () => {
  it('are offered to the account on sign-in, and imported', async () => {
    const { test, imported, storage } = await signIn()
    expect(test.engine.guestImport.get()).toEqual({ status: 'offered', count: 1 })
    await test.engine.importGuest()
    expect(imported).toMatchObject([
      {
        title: 'What helps me sleep?',
        messages: [
          {
            role: 'user',
            content: 'What helps me sleep?',
            createdAt: expect.stringContaining('2026-11-21T'),
          },
          { role: 'assistant', content: 'Dark rooms.' },
        ],
      },
    ])
    expect(test.engine.guestImport.get()).toEqual({ status: 'none', count: 0 })
    expect(test.titles()).toContain('Title of imported-0')
    expect(storage.getItem('org.guest')).toBeNull()
  })

  it('have a title also when the question came before the answer of who is asking', async () => {
    let answer = (): void => undefined
    const test = createEngineUnderTest({
      listConversations: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return httpFailure(401)
      },
    })
    void test.engine.start()
    test.engine.create()
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    answer()
    await test.settle()
    await test.settle()
    expect(test.engine.access.get().status).toBe('guest')
    expect(test.titles()).toEqual(['What helps me sleep?'])
  })

  it('stay here, and can be imported again, when that fails', async () => {
    let isBroken = true
    const { test, imported, storage } = await signIn(() => isBroken)
    await test.engine.importGuest()
    expect(test.engine.guestImport.get()).toEqual({ status: 'failed', count: 1 })
    expect(storage.getItem('org.guest')).toContain('Dark rooms.')
    isBroken = false
    await test.engine.importGuest()
    expect(imported).toHaveLength(1)
  })

  it('are not offered again when they were dismissed', async () => {
    const { test, storage, script } = await signIn()
    test.engine.dismissGuestImport()
    expect(test.engine.guestImport.get().status).toBe('none')
    const after = await startEngine(script, { storage })
    await after.settle()
    expect(after.engine.guestImport.get().status).toBe('none')
    expect(storage.getItem('org.guest')).toContain('Dark rooms.')
  })

  it('are not offered again in another tab once they were imported', async () => {
    const { test, otherTab } = await signIn()
    await test.engine.importGuest()
    await otherTab.engine.refresh()
    await otherTab.settle()
    expect(otherTab.engine.guestImport.get().status).toBe('none')
  })

  it('leave what was being written there to a blank conversation', async () => {
    const { test } = await signIn(undefined, { draft: 'And naps?' })
    expect(test.titles()).toEqual(['New chat'])
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('And naps?')
  })

  it('are not there to be offered after a sign-out', async () => {
    const { test, storage } = await signIn()
    await test.engine.reset()
    expect(test.engine.guestImport.get().status).toBe('none')
    expect(storage.getItem('org.guest')).toBeNull()
  })
})

describe('an import', () => {
  const conversation = (index: number, day: string) => ({
    key: `00000000-0000-4000-8000-00000000000${index}`,
    messages: [
      {
        key: `m${index}`,
        role: 'user',
        text: 'Hi',
        status: 'complete',
        createdAt: `2026-11-${day}T09:00:00.000Z`,
      },
    ],
  })

  async function importInto(ids: unknown, { draft = '' } = {}) {
    const imported: ImportedConversation[] = []
    const conversations = [conversation(1, '20'), conversation(2, '22'), conversation(3, '21')]
    const storage = createMemoryStorage({
      disclaimer: '2025-09-15',
      'org.guest': JSON.stringify({ version: 1, conversations }),
    })
    const test = await startEngine(
      {
        listConversations: () => Promise.resolve({ items: [storedConversation('old')], nextCursor: null }),
        importConversations: (batch) => {
          imported.push(...batch)
          return Promise.resolve(ids)
        },
      },
      { storage },
    )
    test.engine.create()
    if (draft !== '') test.engine.setDraft(test.selectedKey(), { text: draft })
    await test.settle()
    await test.engine.importGuest()
    await test.settle()
    return { test, imported }
  }

  it('leads from a blank conversation to the one that was continued last', async () => {
    const { test } = await importInto(['i1', 'i2', 'i3'])
    expect(test.selectedKey()).toBe('i2')
  })

  it('leaves the selection where something is being written', async () => {
    const { test } = await importInto(['i1', 'i2', 'i3'], { draft: 'And naps?' })
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('And naps?')
  })

  it.each([undefined, [], [1, null]])(
    'leaves the selection where the server names no ids: %j',
    async (ids) => {
      const { test, imported } = await importInto(ids)
      expect(imported).toHaveLength(3)
      expect(test.messages()).toEqual([])
    },
  )
})

describe('a history that is longer than one call may be', () => {
  const keyOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  const sizeOf = (batch: readonly ImportedConversation[]) =>
    batch.reduce((sum, { messages }) => sum + messages.length, 0)

  /** Signs in with conversations in the storage, and counts the messages of each accepted call. */
  async function start(lengths: readonly number[], accepts: (call: number) => boolean = () => true) {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const conversations = lengths.map((length, index) => ({
      key: keyOf(index),
      title: `Title ${index}`,
      messages: Array.from({ length }, (_, message) => ({
        key: `${index}-${message}`,
        role: message % 2 === 0 ? 'user' : 'assistant',
        text: `Message ${message}`,
        status: 'complete',
      })),
    }))
    storage.setItem('org.guest', JSON.stringify({ version: 1, conversations }))
    const batches: (readonly ImportedConversation[])[] = []
    let call = 0
    const test = await startEngine(
      {
        listConversations: () => Promise.resolve({ items: [], nextCursor: null }),
        importConversations: (batch: readonly ImportedConversation[]) => {
          call += 1
          if (batch.length > 50 || sizeOf(batch) > 2500) return httpFailure(422)
          if (!accepts(call)) return httpFailure(503)
          batches.push(batch)
          return Promise.resolve()
        },
      },
      { storage },
    )
    await test.settle()
    return { test, batches, storage }
  }

  it('is imported whole, in several calls', async () => {
    const { test, batches, storage } = await start(Array.from({ length: 12 }, () => 600))
    expect(test.engine.guestImport.get()).toEqual({ status: 'offered', count: 12 })
    await test.engine.importGuest()
    expect(batches.map(sizeOf)).toEqual([2400, 2400, 2400])
    expect(new Set(batches.flat().map(({ clientId }) => clientId)).size).toBe(12)
    expect(test.engine.guestImport.get()).toEqual({ status: 'none', count: 0 })
    expect(storage.getItem('org.guest')).toBeNull()
  })

  it('goes on where it was interrupted', async () => {
    const { test, batches } = await start(
      Array.from({ length: 12 }, () => 600),
      (call) => call !== 2,
    )
    await test.engine.importGuest()
    expect(test.engine.guestImport.get()).toEqual({ status: 'failed', count: 8 })
    await test.engine.importGuest()
    expect(batches.map(sizeOf)).toEqual([2400, 2400, 2400])
    expect(batches.flat().map(({ title }) => title)).toEqual(
      Array.from({ length: 12 }, (_, index) => `Title ${index}`),
    )
  })

  it('leaves what another tab stores meanwhile, and offers it next', async () => {
    let storeAnother = (): void => undefined
    const { test, batches, storage } = await start([2, 0, 2], () => {
      storeAnother()
      return true
    })
    storeAnother = () => {
      const stored: unknown = JSON.parse(storage.getItem('org.guest') ?? '')
      const conversations = [
        { key: keyOf(9), title: 'Late', messages: [{ key: 'm', role: 'user', text: 'Hi' }] },
      ]
      storage.setItem('org.guest', JSON.stringify(Object.assign({}, stored, { conversations })))
    }
    await test.engine.importGuest()
    expect(batches.map(sizeOf)).toEqual([4])
    expect(test.engine.guestImport.get()).toEqual({ status: 'offered', count: 1 })
    storeAnother = () => undefined
    await test.engine.importGuest()
    expect(batches.flat().at(-1)).toMatchObject({ title: 'Late', clientId: keyOf(9) })
    expect(storage.getItem('org.guest')).toBeNull()
  })

  it('leaves a conversation that another tab continues meanwhile, and imports it under another id next', async () => {
    let continueFirst = (): void => undefined
    const { test, batches, storage } = await start([2, 2], () => {
      continueFirst()
      return true
    })
    const added = { key: 'added', role: 'user', text: 'And naps?', status: 'failed' }
    continueFirst = () => {
      const { conversations } = JSON.parse(storage.getItem('org.guest') ?? '')
      conversations[0].messages.push(added)
      storage.setItem('org.guest', JSON.stringify({ version: 1, conversations }))
    }
    await test.engine.importGuest()
    expect(test.engine.guestImport.get()).toEqual({ status: 'offered', count: 1 })
    continueFirst = () => undefined
    await test.engine.importGuest()
    const [first, , again] = batches.flat()
    expect(again?.messages.at(-1)?.content).toBe('And naps?')
    // The server leaves a conversation as it is that it has stored under the same id before.
    expect(again?.clientId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/u)
    expect([first?.clientId, keyOf(0)]).not.toContain(again?.clientId)
    expect(storage.getItem('org.guest')).toBeNull()
  })

  it('keeps a conversation of more messages than a call may have, as parts with ids that stay', async () => {
    const { test, batches } = await start([6000], (call) => call !== 3)
    await test.engine.importGuest()
    expect(test.engine.guestImport.get()).toEqual({ status: 'failed', count: 1 })
    await test.engine.importGuest()
    // The first two parts are sent again under their ids, so that a server stores them once.
    expect(batches.map(sizeOf)).toEqual([2500, 2500, 2500, 2500, 1000])
    const ids = batches.flat().map(({ clientId }) => clientId)
    expect(ids).toEqual([keyOf(0), keyOf(1), keyOf(0), keyOf(1), keyOf(2)])
    expect(batches.flat().at(-1)?.title).toBe('Title 0 (3)')
  })
})

describe('an import while another account signs in', () => {
  it('gives no more to that account, and offers the rest to it', async () => {
    let session = 'first'
    const received: Record<string, number> = {}
    const conversations = Array.from({ length: 60 }, (_, index) => ({
      key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      messages: [{ key: `m${index}`, role: 'user', text: 'Hi', status: 'complete' }],
    }))
    const storage = createMemoryStorage({
      disclaimer: '2025-09-15',
      'org.guest': JSON.stringify({ version: 1, conversations }),
    })
    const { engine, settle } = await startEngine(
      {
        listConversations: () => Promise.resolve({ items: [], nextCursor: null, accountId: session }),
        importConversations: (batch, call) => {
          if (call?.accountId !== session) return httpFailure(409)
          received[session] = (received[session] ?? 0) + batch.length
          session = 'second'
          return Promise.resolve()
        },
      },
      { storage },
    )
    await settle()
    await engine.importGuest()
    await settle()
    expect(received).toEqual({ first: 50 })
    expect(engine.guestImport.get()).toEqual({ status: 'offered', count: 10 })
    await engine.importGuest()
    expect(received).toEqual({ first: 50, second: 10 })
  })
})

describe('an answer that is running when its guest signs in', () => {
  /** A guest asks in one tab and signs in with the answer half there; `open` gives what the server replays of it. */
  async function signInWhileAnswering(open: () => Promise<ScriptedStream | null>) {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const imported: ImportedConversation[] = []
    const signals: AbortSignal[] = []
    let isVisitor = true
    const test = await startEngine(
      {
        listConversations: () =>
          isVisitor ? httpFailure(401) : Promise.resolve({ items: [], nextCursor: null }),
        reconnect: async (_, { signal }) => {
          const stream = await open()
          if (signal !== undefined) signals.push(signal)
          signal?.addEventListener('abort', () => stream?.fail())
          return stream
        },
        importConversations: (conversations) => {
          imported.push(...conversations)
          return Promise.resolve()
        },
      },
      { storage },
    )
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Dark' })
    await test.settle()
    isVisitor = false
    await test.engine.refresh()
    await test.settle()
    return { test, imported, storage, signals }
  }

  it('is imported whole, when it ends', async () => {
    const stream = createScriptedStream()
    const { test, imported, storage } = await signInWhileAnswering(() => Promise.resolve(stream))
    const done = test.engine.importGuest()
    stream.push({ type: 'text-delta', text: 'Dark' }, { type: 'text-delta', text: ' rooms.' })
    await test.settle()
    expect(imported).toEqual([])
    expect(test.engine.guestImport.get().status).toBe('importing')
    stream.push({ type: 'stream-end' })
    await done
    expect(imported[0]?.messages.map(({ content }) => content)).toEqual([
      'What helps me sleep?',
      'Dark rooms.',
    ])
    expect(storage.getItem('org.guest')).toBeNull()
  })

  it.each([
    ['nothing is left of its stream', () => Promise.resolve(null)],
    ['its stream is unknown', () => httpFailure(404)],
  ])('is imported as far as it came when %s', async (_, open) => {
    const { test, imported } = await signInWhileAnswering(open)
    await test.engine.importGuest()
    expect(imported[0]?.messages.at(-1)?.content).toBe('Dark')
  })

  it('is read no longer, and not imported, once the engine is disposed of', async () => {
    const stream = createScriptedStream()
    const { test, imported, storage, signals } = await signInWhileAnswering(() => Promise.resolve(stream))
    const done = test.engine.importGuest()
    await test.settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    test.engine.dispose()
    await test.settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await done
    expect(imported).toEqual([])
    expect(storage.getItem('org.guest')).toContain('Dark')
    expect(test.engine.guestImport.get()).toEqual({ status: 'none', count: 0 })
    await test.engine.start()
    await test.settle()
    expect(test.engine.guestImport.get()).toEqual({ status: 'offered', count: 1 })
  })

  it('stays here, and can be imported again, when its stream breaks', async () => {
    let stream = createScriptedStream()
    const { test, imported } = await signInWhileAnswering(() => Promise.resolve(stream))
    const failed = test.engine.importGuest()
    stream.fail()
    await failed
    expect(imported).toEqual([])
    expect(test.engine.guestImport.get()).toEqual({ status: 'failed', count: 1 })
    stream = createScriptedStream()
    const done = test.engine.importGuest()
    stream.push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await done
    expect(imported[0]?.messages.at(-1)?.content).toBe('Dark rooms.')
  })

  it('does not hold a sign-out up', async () => {
    const stream = createScriptedStream()
    const { test, imported } = await signInWhileAnswering(() => Promise.resolve(stream))
    const done = test.engine.importGuest()
    await test.settle()
    await test.engine.reset()
    await done
    expect(imported).toEqual([])
    expect(test.engine.guestImport.get().status).toBe('none')
  })

  it('is not offered again by the tab that reads it to its end', async () => {
    const { test, storage } = await signInWhileAnswering(() => Promise.resolve(null))
    // Another tab of the guest, which reads the answer from the server.
    const stream = createScriptedStream()
    const reading = await startEngine(
      { listConversations: () => httpFailure(401), reconnect: () => Promise.resolve(stream) },
      { storage },
    )
    await reading.settle()
    await test.engine.importGuest()
    stream.push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await reading.settle()
    expect(reading.messages().at(-1)?.text).toBe('Dark rooms.')
    expect(storage.getItem('org.guest')).toBeNull()
  })
})

describe('a conversation that another tab still shows after its import', () => {
  /** A guest has asked in one tab, which stays as it is; another tab signs in and imports. */
  async function importElsewhere(open: (stream: ScriptedStream) => Promise<ScriptedStream>) {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const imported: ImportedConversation[] = []
    const stream = createScriptedStream('stream-1')
    const asking = await startEngine(
      { listConversations: () => httpFailure(401), send: () => open(stream) },
      { storage, ids: createCountingIds() },
    )
    const key = asking.selectedKey()
    asking.engine.send(key, { text: 'What helps me sleep?' })
    await asking.settle()
    const importTo = async () => {
      const test = await startEngine(
        {
          importConversations: (conversations) => {
            imported.push(...conversations)
            return Promise.resolve()
          },
        },
        { storage },
      )
      await test.settle()
      await test.engine.importGuest()
      await test.settle()
      test.engine.dispose()
    }
    return { asking, key, stream, imported, storage, importTo }
  }

  it('is imported with what was asked there afterwards, under another id', async () => {
    const test = await importElsewhere((stream) => Promise.resolve(stream))
    test.stream.push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await test.asking.settle()
    await test.importTo()
    expect(test.storage.getItem('org.guest')).toBeNull()
    test.asking.engine.send(test.key, { text: 'And naps?' })
    await test.asking.settle()
    await test.importTo()
    expect(test.imported.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['What helps me sleep?', 'Dark rooms.'],
      ['What helps me sleep?', 'Dark rooms.', 'And naps?'],
    ])
    expect(new Set(test.imported.map(({ clientId }) => clientId)).size).toBe(2)
  })

  it('keeps its answer when the stream opened after the import', async () => {
    const { promise: isOpen, resolve: openNow } = Promise.withResolvers<void>()
    const test = await importElsewhere(async (stream) => {
      await isOpen
      return stream
    })
    await test.importTo()
    expect(test.imported[0]?.messages.map(({ content }) => content)).toEqual(['What helps me sleep?'])
    openNow()
    await test.asking.settle()
    test.stream.push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await test.asking.settle()
    expect(test.storage.getItem('org.guest')).toContain('Dark rooms.')
    await test.importTo()
    expect(test.imported[1]?.messages.at(-1)?.content).toBe('Dark rooms.')
    expect(test.imported[1]?.clientId).not.toBe(test.imported[0]?.clientId)
    expect(test.storage.getItem('org.guest')).toBeNull()
  })
})

describe('a session that has expired', () => {
  it.each([
    [false, 'guest'],
    [true, 'needsAuth'],
  ])(
    '(visitors blocked: %s) keeps the prompt, and sends it in its conversation after the sign-in',
    async (blocked, status) => {
      let isExpired = false
      const test = await startEngine({
        listConversations: () => Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
        anonStatus: () => Promise.resolve({ blocked }),
      })
      const { send } = test.transport
      Object.assign(test.transport, {
        send: (...call: Parameters<typeof send>) => (isExpired ? httpFailure(401) : send(...call)),
      })
      isExpired = true
      test.engine.send('c', { text: 'And naps?' })
      await test.settle()
      expect(test.engine.access.get()).toMatchObject({ status, pendingPrompt: { text: 'And naps?' } })
      expect(test.engine.thread('c').get()).toMatchObject({
        messageKeys: [],
        statusLine: { tone: 'error', text: 'Login required to continue' },
      })
      // Not as a visitor's question, either: the conversation is the account's.
      expect(test.engine.send('c', { text: 'And naps?' })).toBe('login_required')
      isExpired = false
      await test.engine.refresh()
      await test.settle()
      expect(test.transport.questions).toMatchObject([{ text: 'And naps?', conversationId: 'c' }])
      expect(test.engine.access.get()).toMatchObject({ status: 'signedIn', pendingPrompt: null })
    },
  )
})
