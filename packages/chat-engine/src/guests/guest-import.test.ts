// @vitest-environment node
import type { ImportedConversation } from '@org/api-client'
import { describe, expect, it } from 'vitest'
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
