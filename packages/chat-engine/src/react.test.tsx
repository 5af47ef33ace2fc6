import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import {
  ChatEngineProvider,
  useAccess,
  useChatEngine,
  useComposer,
  useConversations,
  useFind,
  useGuestImport,
  useMessage,
  useProducts,
  useSelectedConversation,
  useThread,
} from './react.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import { createScriptedStream } from './testing/scripted-stream.ts'
import { storedConversation, visitor } from './testing/scripted-transport.ts'
import { createEngineUnderTest, createMemoryStorage, startEngine } from './testing/start-engine.ts'
import type { EngineUnderTest } from './testing/start-engine.ts'
import type { ChatEngine } from './types.ts'

const renders = vi.fn<(what: string) => void>()

function Message({ messageKey }: { messageKey: string }) {
  const message = useMessage(messageKey)
  renders(message?.role ?? 'gone')
  return <li>{message?.text}</li>
}

function Thread() {
  const thread = useThread()
  const conversation = useSelectedConversation()
  renders('thread')
  if (thread === null) return <p>Loading</p>
  return (
    <section aria-label={conversation?.title}>
      <ol>
        {thread.messageKeys.map((key) => (
          <Message key={key} messageKey={key} />
        ))}
      </ol>
      <output>{thread.statusLine?.text}</output>
    </section>
  )
}

function ComposerForm() {
  const { text, setText, send, stop, isRunning, canSend, disabledBy } = useComposer()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ authors: ['NIH'] })
      }}
    >
      <input
        aria-label="Question"
        value={text}
        disabled={disabledBy !== null}
        onChange={(event) => setText(event.target.value)}
      />
      <button disabled={!canSend}>Send</button>
      {isRunning && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </form>
  )
}

function Sidebar() {
  const { items, selectedKey, select, create } = useConversations()
  const products = useProducts()
  const { status, disclaimer, acknowledgeDisclaimer } = useAccess()
  renders('sidebar')
  return (
    <nav>
      {items.map(({ key, title }) => (
        <button key={key} aria-pressed={key === selectedKey} onClick={() => select(key)}>
          {title}
        </button>
      ))}
      <button onClick={create}>New conversation</button>
      <p>{`${status}, ${Object.keys(products).length} products`}</p>
      {!disclaimer.acknowledged && <button onClick={acknowledgeDisclaimer}>I understand</button>}
    </nav>
  )
}

function Chat({ engine }: Pick<EngineUnderTest, 'engine'>) {
  return (
    <StrictMode>
      <ChatEngineProvider engine={engine}>
        <Sidebar />
        <Thread />
        <ComposerForm />
      </ChatEngineProvider>
    </StrictMode>
  )
}

async function renderChat(...parts: Parameters<typeof createEngineUnderTest>) {
  const test = createEngineUnderTest(...parts)
  const user = userEvent.setup()
  const { unmount } = render(<Chat engine={test.engine} />)
  const settle = () => act(test.settle)
  // The provider has started it: this resolves when the list is there.
  await act(test.engine.start)
  await settle()
  return { ...test, user, settle, unmount }
}

describe('the hooks', () => {
  it('list the conversations once in StrictMode', async () => {
    const { transport } = await renderChat()
    expect(transport.callsOf('listConversations')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'New chat', pressed: true })).toBeDefined()
  })

  it('send what is written and show the answer as it grows', async () => {
    const { user, transport, settle } = await renderChat()
    await user.type(screen.getByLabelText('Question'), 'What helps me sleep?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await settle()
    expect(transport.questions).toMatchObject([{ text: 'What helps me sleep?', authors: ['NIH'] }])
    expect(screen.getByLabelText('Question')).toHaveProperty('value', '')
    transport
      .lastStream()
      .push({ type: 'status-changed', text: 'Searching…' }, { type: 'text-delta', text: 'Dark' })
    await settle()
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'What helps me sleep?',
      'Dark',
    ])
    expect(screen.getByRole('status').textContent).toBe('Searching…')
    transport.lastStream().push({ type: 'title-changed', conversationId: 'c1', title: 'Sleep' })
    await settle()
    expect(screen.getByRole('region', { name: 'Sleep' })).toBeDefined()
  })

  it('render again only the message that grows', async () => {
    const { user, transport, settle } = await renderChat()
    await user.type(screen.getByLabelText('Question'), 'Hello?{Enter}')
    await settle()
    renders.mockClear()
    transport.lastStream().push({ type: 'text-delta', text: 'Hi' })
    await settle()
    expect(new Set(renders.mock.calls.flat())).toEqual(new Set(['assistant']))
  })

  it.each([
    ['the network is back', () => new Event('online'), window],
    ['the window has the focus again', () => new Event('focus'), window],
    ['the page is looked at again', () => new Event('visibilitychange'), document],
  ])('take a broken answer up when %s', async (_, createEvent, target) => {
    const rest = createScriptedStream('stream-1', 1)
    const { user, transport, settle } = await renderChat({ reconnect: () => Promise.resolve(rest) })
    await user.type(screen.getByLabelText('Question'), 'Hello?{Enter}')
    await settle()
    transport.lastStream().push({ type: 'text-delta', text: 'Hel' })
    transport.lastStream().fail()
    await settle()
    target.dispatchEvent(createEvent())
    rest.push({ type: 'text-delta', text: 'lo!' }, { type: 'stream-end' })
    await settle()
    expect(screen.getByText('Hello!')).toBeDefined()
  })

  it('listen to the window only while they are there', async () => {
    const { engine, unmount } = await renderChat()
    const resume = vi.spyOn(engine, 'resume')
    window.dispatchEvent(new Event('focus'))
    expect(resume).toHaveBeenCalledOnce()
    unmount()
    window.dispatchEvent(new Event('focus'))
    expect(resume).toHaveBeenCalledOnce()
  })

  it('stop', async () => {
    const { user, transport, settle } = await renderChat()
    await user.type(screen.getByLabelText('Question'), 'Hello?{Enter}')
    await settle()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await settle()
    expect(transport.callsOf('stop')).toEqual([['stream-1']])
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  })

  it('disable the input until the disclaimer is acknowledged', async () => {
    const { user } = await renderChat({}, { storage: createMemoryStorage() })
    expect(screen.getByLabelText('Question')).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'I understand' }))
    expect(screen.getByLabelText('Question')).toHaveProperty('disabled', false)
  })

  it('follow the selection, with a draft for each conversation', async () => {
    const { user } = await renderChat({
      listConversations: () =>
        Promise.resolve({ items: [storedConversation('a'), storedConversation('b')], nextCursor: null }),
    })
    await user.type(screen.getByLabelText('Question'), 'for a')
    await user.click(screen.getByRole('button', { name: 'Title of b' }))
    expect(screen.getByLabelText('Question')).toHaveProperty('value', '')
    await user.click(screen.getByRole('button', { name: 'Title of a' }))
    expect(screen.getByLabelText('Question')).toHaveProperty('value', 'for a')
  })

  it('say who is chatting', async () => {
    await renderChat(visitor)
    expect(screen.getByText('guest, 0 products')).toBeDefined()
  })

  it('give the same functions from render to render', async () => {
    const seen = new Set<unknown>()
    function Probe() {
      const [, setCount] = useState(0)
      seen.add(useConversations().select)
      seen.add(useChatEngine().send)
      return <button onClick={() => setCount((count) => count + 1)}>again</button>
    }
    const { engine } = createEngineUnderTest()
    render(
      <ChatEngineProvider engine={engine} autoStart={false}>
        <Probe />
      </ChatEngineProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'again' }))
    expect(seen.size).toBe(2)
  })

  it('fetch nothing on a server, and render what it rendered while hydrating', () => {
    const { engine, transport } = createEngineUnderTest()
    const html = renderToString(<Chat engine={engine} />)
    expect(html).toContain('Loading')
    expect(html).toContain('I understand')
    expect(transport.calls).toEqual([])
  })

  it('begin with the engine where that comes after its provider', async () => {
    const storage = createMemoryStorage()
    const disclaimer = { required: true }
    const gate = createDisclaimer({ storage, disclaimer })
    const content = (engine: ChatEngine | null) => (
      <ChatEngineProvider engine={engine}>{engine !== null && <Sidebar />}</ChatEngineProvider>
    )
    const { rerender } = render(content(null))
    gate.acknowledge()
    const { engine, transport } = createEngineUnderTest({}, { storage })
    rerender(content(engine))
    await waitFor(() => expect(engine.conversations.get().status).toBe('ready'))
    expect(transport.calls.map(([name]) => name)).toEqual(['listConversations'])
    expect(engine.disclaimer.get()).toEqual(gate.state.get())
    expect(gate.isOpen()).toBe(true)
  })

  it('say what is missing without a provider', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => render(<Sidebar />)).toThrow(
      'useChatEngine needs a <ChatEngineProvider> with an engine above it.',
    )
  })
})

describe('useFind', () => {
  it('goes from hit to hit, beginning with the newest', async () => {
    const test = await startEngine()
    const key = test.selectedKey()
    test.engine.send(key, { text: 'Sleep?' })
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Sleep, sleep.' }, { type: 'stream-end' })
    await test.settle()
    const { result } = renderHook(() => useFind(), { wrapper: wrapperOf(test.engine) })
    act(() => result.current.find('sleep'))
    await waitFor(() => expect(result.current.hits).toHaveLength(3))
    expect(result.current.position).toBe(2)
    act(() => result.current.next())
    expect(result.current.current).toEqual({ messageKey: test.messages()[0]?.key, index: 0 })
    act(() => result.current.previous())
    expect(result.current.position).toBe(2)
    act(() => result.current.find(''))
    expect(result.current).toMatchObject({ hits: [], position: -1, isLoading: false })
  })
})

describe('useGuestImport', () => {
  it('follows the offer', async () => {
    const { engine } = await startEngine()
    const { result } = renderHook(() => useGuestImport(), { wrapper: wrapperOf(engine) })
    expect(result.current).toMatchObject({ status: 'none', count: 0 })
    await act(() => result.current.importGuest())
    act(() => result.current.dismiss())
    expect(result.current.status).toBe('none')
  })
})

function wrapperOf(engine: ChatEngine) {
  return ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <ChatEngineProvider engine={engine}>{children}</ChatEngineProvider>
    </StrictMode>
  )
}
