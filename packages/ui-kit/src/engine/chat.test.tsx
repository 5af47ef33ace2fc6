import { createChatEngine, type ChatMessage, type ChatTransport } from '@org/chat-engine'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerEvents, createDemoTransport, numbered } from '../../tests/demo-transport.ts'
import type { ChatProps } from './chat.tsx'
import { Chat } from './chat.tsx'
import { ChatProvider } from './chat-provider.tsx'
import { createChatView } from './chat-view.ts'
import { ChatThread } from './thread/chat-thread.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
  )
})

/** A chat without a disclaimer, in a conversation of its own. */
function open(methods: Partial<ChatTransport> = {}, props: Partial<ChatProps> = {}) {
  const engine = createChatEngine({
    transport: createDemoTransport(methods),
    disclaimer: { required: false },
  })
  render(<Chat engine={engine} {...props} />)
  return { engine, user: userEvent.setup() }
}

const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

it('lists conversations and shows the messages of the one that is opened', async () => {
  const { user } = open()
  await user.click(await screen.findByText('Sleep'))
  expect(await screen.findByText('Does magnesium help?')).toBeTruthy()
  expect(await screen.findByText(/Magnesium may help/u)).toBeTruthy()
})

it('shows a question at once and its answer as it streams', async () => {
  let finish: () => void = () => undefined
  const rest = new Promise<void>((resolve) => (finish = resolve))
  const send = vi.fn<ChatTransport['send']>(async () => ({
    streamId: 'stream-1',
    events: (async function* events() {
      for await (const event of numbered(answerEvents)) {
        if (event.type === 'suggestions-replaced') await rest
        yield event
      }
    })(),
  }))
  const { user } = open({ send })
  await user.type(await box(), 'When is it best?')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('When is it best?')).toBeTruthy()
  expect((await screen.findAllByText(/in the evening/u)).length).toBeGreaterThan(0)
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
  expect((await box()).value).toBe('')
  finish()
  expect(await screen.findByRole('button', { name: 'How much of it?' })).toBeTruthy()
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.calls[0]?.[0]).toMatchObject({ text: 'When is it best?' })
})

it('shows no bubble for an answer without text yet, and its indicator alone', async () => {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const send: ChatTransport['send'] = async () => ({
    streamId: 'stream-1',
    events: (async function* events() {
      await begun
      yield* numbered(answerEvents)
    })(),
  })
  const { user } = open({ send })
  await user.type(await box(), 'When is it best?{Enter}')
  await screen.findByRole('button', { name: 'Stop' })
  const answer = screen.getAllByRole('article', { name: 'Assistant' }).at(-1)
  expect(answer?.textContent).toBe('Assistant')
  expect(answer?.querySelector('[data-message-text]')?.childNodes).toHaveLength(0)
  begin()
  expect((await screen.findAllByText(/in the evening/u)).length).toBeGreaterThan(0)
})

it('names the reviewer of an approved answer, and the day', async () => {
  const approval = { reviewer: 'Dr. Ada', reviewedAt: '2026-11-02' }
  const send = vi.fn<ChatTransport['send']>(async () => ({
    streamId: null,
    events: numbered([{ type: 'approval-noticed', approval }, ...answerEvents]),
  }))
  const { user } = open({ send })
  await user.type(await box(), 'When is it best?')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Reviewed by Dr. Ada on November 2, 2026')).toBeTruthy()
})

it('asks a suggested question', async () => {
  const send = vi.fn<ChatTransport['send']>(async () => ({
    streamId: null,
    events: numbered(answerEvents),
  }))
  const { user } = open({ send })
  await user.type(await box(), 'When is it best?')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await user.click(await screen.findByRole('button', { name: 'How much of it?' }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  expect(send.mock.calls[1]?.[0]).toMatchObject({ text: 'How much of it?' })
})

it('sends the chosen authors and tools with a question', async () => {
  const send = vi.fn<ChatTransport['send']>(async () => ({
    streamId: null,
    events: numbered(answerEvents),
  }))
  const view = createChatView()
  const { user } = open({ send }, { view, authors: [{ name: 'ana' }], tools: [] })
  view.choice.set({ authors: ['ana'], tools: [] })
  await user.type(await box(), 'When is it best?{Enter}')
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[0]).toMatchObject({ authors: ['ana'] })
})

it('shows the links to sign in where visitors must', async () => {
  open(
    {
      listConversations: () => Promise.reject(Object.assign(new Error('Unauthorised'), { status: 401 })),
      anonStatus: async () => ({ blocked: true }),
    },
    { signIn: <a href="/login">Sign in</a> },
  )
  expect(await screen.findByText('Login required to continue')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

it('asks for the disclaimer first, and enables the composer once it is accepted', async () => {
  const engine = createChatEngine({ transport: createDemoTransport(), disclaimer: { required: true } })
  render(<Chat engine={engine} />)
  const user = userEvent.setup()
  await waitFor(async () => expect((await box()).disabled).toBe(true))
  await user.click(await screen.findByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
  await waitFor(async () => expect((await box()).disabled).toBe(false))
})

it('opens the sources of an answer by its marker', async () => {
  const { user } = open()
  await user.click(await screen.findByText('Sleep'))
  const marker = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('button[data-refs="1"]')
    if (found === null) throw new Error('the marker is missing')
    return found
  })
  await user.click(marker)
  const dialog = await screen.findByRole('dialog', { name: 'Sources' })
  expect(within(dialog).getByText('Magnesium and sleep')).toBeTruthy()
})

it('rates an answer', async () => {
  const sendFeedback = vi.fn<ChatTransport['sendFeedback']>(async () => undefined)
  const { user } = open({ sendFeedback })
  await user.click(await screen.findByText('Sleep'))
  await user.click(await screen.findByRole('button', { name: 'Good answer' }))
  await waitFor(() => expect(sendFeedback).toHaveBeenCalledWith('answer-1', 'up', undefined))
})

it('shows no conversations where they are left out, and in a compact chat no actions below questions', async () => {
  const { user, engine } = open({}, { conversations: false, compact: true })
  await user.type(await box(), 'When is it best?{Enter}')
  expect((await screen.findAllByText(/in the evening/u)).length).toBeGreaterThan(0)
  expect(screen.queryByText('Sleep')).toBeNull()
  expect((await screen.findAllByRole('button', { name: 'Regenerate' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(engine.conversations.get().items.length).toBeGreaterThan(0)
})

it('shows no picker for a list of one name in a compact chat', async () => {
  const lists = { authors: [{ name: 'NIH' }, { name: 'FDA' }], tools: [{ name: 'search_knowledge' }] }
  open({}, { conversations: false, compact: true, ...lists })
  expect(await screen.findByRole('button', { name: /^Authors/u })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Tools/u })).toBeNull()
})

it('shows a footer below each finished answer', async () => {
  const engine = createChatEngine({ transport: createDemoTransport(), disclaimer: { required: false } })
  render(
    <ChatProvider engine={engine}>
      <ChatThread AnswerFooter={Footer} />
    </ChatProvider>,
  )
  await waitFor(() => expect(engine.conversations.get().selectedKey).not.toBeNull())
  engine.send(engine.conversations.get().selectedKey ?? '', { text: 'When is it best?' })
  expect(await screen.findByText(/^Footer of .*in the evening/u)).toBeTruthy()
})

function Footer({ message }: { message: ChatMessage }) {
  return <p>Footer of {message.text}</p>
}
