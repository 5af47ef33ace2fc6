// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation, storedMessage } from '../testing/scripted-transport.ts'
import {
  createCountingIds,
  createMemoryStorage,
  type EngineUnderTest,
  startEngine,
} from '../testing/start-engine.ts'

const offline = () => Promise.reject(new TypeError('offline'))

/** A browser whose cookie belongs to one account, to another one or, once its session has ended, to none. */
function openBrowser() {
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const ids = createCountingIds()
  let account: string | null = 'a'
  let isOffline = false
  const script = {
    listConversations: () => {
      if (isOffline) return offline()
      if (account === null) return httpFailure(401)
      const items = [storedConversation(`of-${account}`)]
      return Promise.resolve({ items, nextCursor: 'older', accountId: account })
    },
    listMessages: (id: string) =>
      Promise.resolve({ items: [storedMessage(`${id}-q`, { content: `Asked in ${id}` })], nextCursor: null }),
  }
  return {
    storage,
    open: (methods: Parameters<typeof startEngine>[0] = {}) =>
      startEngine({ ...script, ...methods }, { storage, ids }),
    signIn: (next: string | null) => {
      account = next
    },
    setOffline: (next: boolean) => {
      isOffline = next
    },
  }
}

async function refresh({ engine, settle }: EngineUnderTest) {
  await engine.refresh()
  await settle()
}

/** Everything of the page that a person could read: drafts, titles and messages of each conversation. */
function readAll({ engine }: EngineUnderTest): string {
  const { items } = engine.conversations.get()
  const blank = engine.create()
  return JSON.stringify([
    engine.access.get().pendingPrompt,
    engine.guestImport.get(),
    items.map(({ title }) => title),
    [...items.map(({ key }) => key), blank, 'of-a'].map((key) => [
      engine.draft(key).get(),
      engine
        .thread(key)
        .get()
        .messageKeys.map((messageKey) => engine.message(messageKey).get()?.text),
    ]),
  ])
}

describe('after the session of an account ended, the next account', () => {
  it.each([
    ['in a blank conversation, in the same page', false, (test: EngineUnderTest) => test.engine.create()],
    ['in a blank conversation, in a new page', true, (test: EngineUnderTest) => test.engine.create()],
    ['in a stored conversation, in the same page', false, () => 'of-a'],
    ['in a stored conversation, in a new page', true, () => 'of-a'],
  ])('finds no draft that was written %s, and its owner does', async (_, isNewPage, choose) => {
    const browser = openBrowser()
    let test = await browser.open()
    const next = async (account: string | null) => {
      browser.signIn(account)
      if (!isNewPage) return refresh(test)
      test.engine.dispose()
      test = await browser.open()
    }
    test.engine.setDraft(choose(test), { text: 'Secret of a' })
    await next(null)
    await next('b')
    test.engine.select('of-a')
    expect(readAll(test)).not.toContain('Secret')
    await next('a')
    const key = choose(test)
    test.engine.select(key)
    expect(test.engine.draft(test.selectedKey()).get().text).toBe('Secret of a')
  })

  it('keeps its own draft beside the one of the account before', async () => {
    const browser = openBrowser()
    const ofA = await browser.open()
    ofA.engine.setDraft(ofA.engine.create(), { text: 'Secret of a' })
    ofA.engine.dispose()
    browser.signIn('b')
    const ofB = await browser.open()
    ofB.engine.setDraft(ofB.engine.create(), { text: 'Text of b' })
    ofB.engine.dispose()
    for (const [account, text] of [
      ['a', 'Secret of a'],
      ['b', 'Text of b'],
    ] as const) {
      browser.signIn(account)
      const again = await browser.open()
      expect(again.engine.draft(again.engine.create()).get().text).toBe(text)
      again.engine.dispose()
    }
  })

  it('is not asked a question that was refused to the account before', async () => {
    const browser = openBrowser()
    const test = await browser.open({ send: () => httpFailure(401) })
    browser.signIn(null)
    test.engine.send(test.engine.create(), { text: 'Secret of a' })
    await test.settle()
    await test.settle()
    expect(test.engine.access.get().pendingPrompt?.text).toBe('Secret of a')
    browser.signIn('b')
    await refresh(test)
    expect(test.engine.sendPendingPrompt()).toBeNull()
    expect(test.transport.questions.length).toBe(1)
    expect(readAll(test)).not.toContain('Secret')
  })

  it('reads nothing of the conversation that stood open, although the list has more pages', async () => {
    const browser = openBrowser()
    const test = await browser.open()
    expect(readAll(test)).toContain('Asked in of-a')
    test.engine.select('of-a')
    browser.signIn('b')
    await refresh(test)
    expect(test.engine.conversations.get().items.map(({ id }) => id)).not.toContain('of-a')
    expect(test.messages().map(({ text }) => text)).toEqual(['Asked in of-b'])
  })

  it('is offered no question that the account before asked while the server could not be reached', async () => {
    const browser = openBrowser()
    const test = await browser.open({ send: offline, createConversation: offline })
    const key = test.engine.create()
    test.engine.send(key, { text: 'Secret of a' })
    await test.settle()
    browser.signIn(null)
    await refresh(test)
    expect(readAll(test)).not.toContain('Secret')
    browser.signIn('b')
    await refresh(test)
    expect(readAll(test)).not.toContain('Secret')
    expect(browser.storage.getItem('org.guest')).toBeNull()
    browser.signIn('a')
    await refresh(test)
    expect(readAll(test)).toContain('Secret of a')
  })

  it('keeps what it has written in another tab when the tab of the account before starts anew', async () => {
    const browser = openBrowser()
    const ofA = await browser.open()
    browser.signIn('b')
    const ofB = await browser.open({ send: offline })
    ofB.engine.setDraft(ofB.engine.create(), { text: 'Text of b' })
    ofB.engine.send('of-b', { text: 'Question of b' })
    await ofB.settle()
    ofB.engine.dispose()
    await ofA.engine.reset()
    await ofA.settle()
    expect(ofA.engine.draft(ofA.engine.create()).get().text).toBe('Text of b')
    expect(readAll(ofA)).toContain('Question of b')
  })
})

it('a visitor’s draft goes into the account of the sign-in, and stays there', async () => {
  const browser = openBrowser()
  browser.signIn(null)
  const visitor = await browser.open()
  visitor.engine.setDraft(visitor.engine.create(), { text: 'Half a question' })
  visitor.engine.dispose()
  browser.signIn('a')
  const ofA = await browser.open()
  expect(ofA.engine.draft(ofA.engine.create()).get().text).toBe('Half a question')
  ofA.engine.dispose()
  browser.signIn('b')
  expect(readAll(await browser.open())).not.toContain('Half a question')
})

it('a visitor finds no draft of an account whose session ended, once the page was loaded anew', async () => {
  const browser = openBrowser()
  const ofA = await browser.open()
  ofA.engine.setDraft(ofA.engine.create(), { text: 'Secret of a' })
  ofA.engine.dispose()
  browser.signIn(null)
  expect(readAll(await browser.open())).not.toContain('Secret')
})

it('a draft is there after a start without a connection, once the account is known', async () => {
  const browser = openBrowser()
  const before = await browser.open()
  before.engine.setDraft(before.engine.create(), { text: 'Half a question' })
  before.engine.dispose()
  browser.setOffline(true)
  const after = await browser.open()
  browser.setOffline(false)
  await refresh(after)
  expect(after.engine.draft(after.engine.create()).get().text).toBe('Half a question')
})

it('a visitor’s draft comes before the one that the account has, each once', async () => {
  const browser = openBrowser()
  const ofA = await browser.open()
  ofA.engine.setDraft(ofA.engine.create(), { text: 'Of the account' })
  ofA.engine.dispose()
  browser.signIn(null)
  const test = await browser.open()
  test.engine.setDraft(test.engine.create(), { text: 'Of the visitor' })
  browser.signIn('a')
  await refresh(test)
  expect(test.engine.draft(test.engine.create()).get().text).toBe('Of the visitor\n\nOf the account')
})
