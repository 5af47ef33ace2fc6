import { createChatEngine } from '@org/chat-engine'
import { createScriptedTransport, httpFailure, storedConversation } from '@org/chat-engine/testing'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChatProvider } from './chat-provider.tsx'
import { createChatView } from './chat-view.ts'
import { useShowRefusal } from './use-show-refusal.ts'

async function renameRefused(refusedChanges: 'revert' | 'keep') {
  const transport = createScriptedTransport({
    listConversations: () => Promise.resolve({ items: [storedConversation('a', 'Sleep')], nextCursor: null }),
    renameConversation: () => httpFailure(403, 'This conversation is locked.'),
  })
  const engine = createChatEngine({ transport, refusedChanges })
  const view = createChatView()
  const { result } = renderHook(useShowRefusal, {
    wrapper: ({ children }) => (
      <ChatProvider engine={engine} view={view}>
        {children}
      </ChatProvider>
    ),
  })
  await act(engine.start)
  await act(() => result.current(engine.rename('a', 'Better sleep')))
  return view.problem.get()
}

it('shows why a change was put back, in the conversation on screen', async () => {
  expect(await renameRefused('revert')).toEqual({ threadKey: 'a', texts: ['This conversation is locked.'] })
})

it('shows nothing of a change that stays', async () => {
  expect(await renameRefused('keep')).toBeNull()
})
