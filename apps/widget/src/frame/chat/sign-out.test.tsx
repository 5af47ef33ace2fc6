import { ApiError } from '@org/api-client'
import { createChatEngine, createStore, type ChatEngine } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport, storedConversation } from '@org/chat-engine/testing'
import { ChatProvider, createChatView } from '@org/ui-kit/engine'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createLateEngine } from '../engine/late-engine.ts'
import { createHostBridge } from '../host/host-bridge.ts'
import { createWidgetApi, defaultLists, type WidgetApi } from '../session/services.ts'
import { WidgetContext } from '../widget-context.ts'
import { SignOut } from './sign-out.tsx'

const engines: ChatEngine[] = []

afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose()
})

/** The button of a person who is signed in; `refuses` makes the server unreachable. */
async function open({ isIdentified = false, refuses = false } = {}) {
  let isSignedIn = true
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const engine = createChatEngine({
    transport: createScriptedTransport({
      listConversations: () =>
        isSignedIn
          ? Promise.resolve({ items: [storedConversation('mine')], nextCursor: null, accountId: 'a' })
          : Promise.reject(new ApiError({ code: 'unauthorized', status: 401 })),
    }),
    storage,
  })
  engines.push(engine)
  await engine.start()
  const logout = vi.fn<WidgetApi['logout']>(async () => {
    if (refuses) throw new ApiError({ code: 'network', status: 0 })
    isSignedIn = false
  })
  const api = createWidgetApi('cfg', undefined)
  const view = createChatView()
  const onDone = vi.fn<() => void>()
  const services = {
    api: { ...api, logout, session: { ...api.session, isIdentified } },
    bridge: createHostBridge(window),
    config: { ...defaultLists, requireDisclaimer: false },
    late: createLateEngine({ storage }),
    engine,
    handover: createStore(false),
  }
  render(
    <WidgetContext value={services}>
      <ChatProvider engine={engine} view={view}>
        <SignOut onDone={onDone} />
      </ChatProvider>
    </WidgetContext>,
  )
  return { engine, view, logout, onDone }
}

it('signs out, and shows nothing of the account any more', async () => {
  const { engine, logout, onDone } = await open()
  expect(engine.conversations.get().items.map(({ id }) => id)).toEqual(['mine'])
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(logout).toHaveBeenCalledOnce()
  expect(engine.access.get().status).toBe('guest')
  expect(engine.conversations.get().items.map(({ id }) => id)).toEqual([null])
})

it('states that the person is still signed in when the server cannot be reached', async () => {
  const { engine, view, onDone } = await open({ refuses: true })
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(view.problem.get()?.texts).toEqual([expect.stringMatching(/^You are still/u)]))
  expect(onDone).not.toHaveBeenCalled()
  expect(engine.access.get().status).toBe('signedIn')
})

it('is no choice of a visitor whom the page has identified', async () => {
  await open({ isIdentified: true })
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
})
