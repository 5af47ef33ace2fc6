import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import {
  ChatEngineProvider,
  useAccess,
  useComposer,
  useConversations,
  useFind,
  useGuestImport,
  useThread,
} from './react.ts'
import { storedConversation, storedMessage } from './testing/scripted-transport.ts'
import { startEngine } from './testing/start-engine.ts'
import type { ChatEngine } from './types.ts'

const listed = {
  listConversations: () =>
    Promise.resolve({ items: [storedConversation('a'), storedConversation('b')], nextCursor: null }),
  listMessages: (id: string) =>
    Promise.resolve({
      items: [storedMessage(`m-${id}`, { role: 'assistant' as const })],
      nextCursor: null,
    }),
}

const wrapperOf = (engine: ChatEngine) =>
  function Wrapper({ children }: { children: ReactNode }) {
    return <ChatEngineProvider engine={engine}>{children}</ChatEngineProvider>
  }

it('useComposer(key) is the input of that conversation, beside others', async () => {
  const test = await startEngine(listed)
  const { result } = renderHook(
    () => ({ one: useComposer('a'), two: useComposer('b'), own: useComposer() }),
    {
      wrapper: wrapperOf(test.engine),
    },
  )
  act(() => result.current.two.setText('For the second'))
  act(() => result.current.one.setText('For the first'))
  expect(result.current.two.text).toBe('For the second')
  expect(result.current.own.text).toBe('For the first')
  act(() => {
    expect(result.current.two.send()).toBe('sent')
  })
  expect(result.current.two).toMatchObject({ text: '', isRunning: true })
  expect(result.current.one).toMatchObject({ text: 'For the first', isRunning: false, canSend: true })
})

it('the hooks return the same object until something changes, and the same functions always', async () => {
  const test = await startEngine(listed)
  const { result, rerender } = renderHook(
    () => [useComposer(), useThread(), useConversations(), useAccess(), useGuestImport(), useFind()] as const,
    { wrapper: wrapperOf(test.engine) },
  )
  const before = [...result.current]
  rerender()
  result.current.forEach((value, index) => expect(value).toBe(before[index]))
  const [composer] = result.current
  act(() => composer.setText('Hello'))
  const [changed, ...others] = result.current
  expect(changed).not.toBe(composer)
  const functionsOf = (value: object) => Object.values(value).filter((field) => typeof field === 'function')
  expect(functionsOf(changed)).toEqual(functionsOf(composer))
  functionsOf(changed).forEach((field, index) => expect(field).toBe(functionsOf(composer)[index]))
  others.forEach((value, index) => expect(value).toBe(before[index + 1]))
})

it('send of an earlier render sends what is written now', async () => {
  const test = await startEngine(listed)
  const { result } = renderHook(() => useComposer(), { wrapper: wrapperOf(test.engine) })
  const { send, setText } = result.current
  act(() => setText('Hello?'))
  act(() => {
    expect(send()).toBe('sent')
  })
  await act(test.settle)
  expect(test.transport.questions).toMatchObject([{ text: 'Hello?' }])
})

it('useThread rates an answer', async () => {
  const test = await startEngine(listed)
  const { result } = renderHook(() => useThread(), { wrapper: wrapperOf(test.engine) })
  await act(async () => {
    expect(await result.current?.rate('m-a', 'up')).toEqual({ ok: true })
  })
  expect(test.transport.callsOf('sendFeedback')).toEqual([['m-a', 'up', undefined]])
})
