// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { httpFailure, storedConversation } from '../testing/scripted-transport.ts'
import { createMemoryStorage, type EngineUnderTest, startEngine } from '../testing/start-engine.ts'

describe('a draft of a person whose session ended elsewhere', () => {
  function openBrowser() {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    let isExpired = false
    const script = {
      listConversations: () =>
        isExpired
          ? httpFailure(401)
          : Promise.resolve({ items: [storedConversation('c')], nextCursor: null }),
    }
    return {
      open: () => startEngine(script, { storage }),
      expire: () => {
        isExpired = true
      },
      signIn: () => {
        isExpired = false
      },
    }
  }
  const draftOf = (test: EngineUnderTest, key: string) => test.engine.draft(key).get().text

  it.each([
    ['of a stored conversation', () => 'c'],
    ['of a blank conversation', (test: EngineUnderTest) => test.engine.create()],
  ])('%s is there after the sign-in, in the same page', async (_, choose) => {
    const browser = openBrowser()
    const test = await browser.open()
    const key = choose(test)
    test.engine.select(key)
    test.engine.setDraft(key, { text: 'Half a question' })
    browser.expire()
    await test.engine.refresh()
    await test.settle()
    browser.signIn()
    await test.engine.refresh()
    await test.settle()
    test.engine.select(key)
    expect(draftOf(test, test.selectedKey())).toBe('Half a question')
  })

  it.each([
    ['of a stored conversation', () => 'c'],
    ['of a blank conversation', (test: EngineUnderTest) => test.engine.create()],
  ])('%s is there after the sign-in, when the page was loaded anew for it', async (_, choose) => {
    const browser = openBrowser()
    const before = await browser.open()
    const chosen = choose(before)
    before.engine.setDraft(chosen, { text: 'Half a question' })
    browser.expire()
    await before.engine.refresh()
    before.engine.dispose()
    const signedOut = await browser.open()
    signedOut.engine.dispose()
    browser.signIn()
    const after = await browser.open()
    const key = chosen === 'c' ? 'c' : after.engine.create()
    after.engine.select(key)
    expect(draftOf(after, after.selectedKey())).toBe('Half a question')
  })
})
