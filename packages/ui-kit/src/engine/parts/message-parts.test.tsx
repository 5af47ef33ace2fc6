import { createChatEngine, type ChatInput, type ChatTransport } from '@org/chat-engine'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDemoTransport, numbered, partsMessages } from '../../../tests/demo-transport.ts'
import { Chat } from '../chat.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
  )
})

/** A conversation whose answer waits for approval; the answer goes on with `send`. */
async function open(send: ChatTransport['send']) {
  const transport = createDemoTransport({
    listMessages: async () => ({ items: partsMessages, nextCursor: null }),
    send,
  })
  const engine = createChatEngine({ transport })
  render(<Chat engine={engine} />)
  const user = userEvent.setup()
  return { engine, user, request: await screen.findByRole('group', { name: 'Allow book?' }) }
}

const goesOn = vi.fn<ChatTransport['send']>(async () => ({
  streamId: null,
  events: numbered([{ type: 'text-delta', text: ' Booked.' }, { type: 'stream-end' }]),
}))

it('shows reasoning, tool calls, sources and files of an answer', async () => {
  const { user } = await open(goesOn)
  await user.click(screen.getByText('Reasoning'))
  expect(screen.getByText(/They want to sleep/u)).toBeTruthy()
  expect(screen.getByText('search is done')).toBeTruthy()
  expect(screen.getByText(/quiet rooms/u)).toBeTruthy()
  const sources = within(screen.getByRole('list', { name: 'Sources' }))
  expect(sources.getByRole('link').getAttribute('href')).toBe('https://example.com/rooms')
  expect(screen.getByRole('link', { name: 'Plan.pdf' })).toBeTruthy()
})

it('asks before a call, with its input and reason, and goes on when it is allowed', async () => {
  const sent: ChatInput[] = []
  const { user, request } = await open((input, call) => {
    sent.push(input)
    return goesOn(input, call)
  })
  expect(within(request).getByText('Booking costs 20 €.')).toBeTruthy()
  expect(within(request).getByText(/"room": 4/u)).toBeTruthy()
  await user.click(within(request).getByRole('button', { name: 'Allow' }))
  // The live region has the answer, too.
  expect(await screen.findByText('Room 4 is quiet. Booked.', { selector: 'p' })).toBeTruthy()
  expect(sent[0]?.continues).toMatchObject({
    messageId: 'answer-1',
    tools: [{ id: 't2', approval: { id: 'p1', approved: true } }],
  })
})

it('rejects a call, and names that in the answer', async () => {
  const { user, request } = await open(
    vi.fn(async () => ({
      streamId: null,
      events: numbered([
        {
          type: 'part-changed',
          part: {
            type: 'tool',
            id: 't2',
            name: 'book',
            state: 'output-error',
            input: { room: 4 },
            output: null,
            error: 'denied',
            approval: { id: 'p1', approved: false, reason: null },
          },
        },
        { type: 'stream-end' },
      ]),
    })),
  )
  await user.click(within(request).getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('book was rejected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})
