import { createChatEngine } from '@org/chat-engine'
import { createScriptedTransport, httpFailure, storedConversation } from '@org/chat-engine/testing'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useSessionCheck } from './use-session-check.ts'

beforeEach(() => {
  localStorage.clear()
})

/** A widget of an account, in a tab that another one signs in beside. */
async function openWidget(first: string | null) {
  let account = first
  let lists = 0
  const transport = createScriptedTransport({
    listConversations: () => {
      lists += 1
      if (account === null) return httpFailure(401)
      const items = [storedConversation(`of-${account}`)]
      return Promise.resolve({ items, nextCursor: null, accountId: account })
    },
  })
  const engine = createChatEngine({ transport })
  await engine.start()
  const { unmount } = renderHook(() => useSessionCheck(engine))
  return {
    engine,
    unmount,
    countLists: () => lists,
    comeBackAs: (next: string | null) => {
      account = next
      act(() => {
        document.dispatchEvent(new Event('visibilitychange'))
      })
    },
    ids: () => engine.conversations.get().items.map(({ id }) => id),
  }
}

it('a tab that is looked at again shows another account nothing of the one before', async () => {
  const { engine, comeBackAs, ids } = await openWidget('a')
  engine.setDraft('of-a', { text: 'Half a question' })
  comeBackAs('b')
  await waitFor(() => expect(ids()).toEqual(['of-b']))
  expect(engine.draft('of-a').get().text).toBe('')
})

it('a tab that is looked at again hides the conversations of a session that has ended', async () => {
  const { comeBackAs, ids } = await openWidget('a')
  comeBackAs(null)
  await waitFor(() => expect(ids()).toEqual([null]))
})

it('asks nothing for a visitor, and nothing after the widget is gone', async () => {
  const visitor = await openWidget(null)
  visitor.comeBackAs(null)
  expect(visitor.countLists()).toBe(1)
  const person = await openWidget('a')
  person.unmount()
  person.comeBackAs('b')
  expect(person.countLists()).toBe(1)
})
