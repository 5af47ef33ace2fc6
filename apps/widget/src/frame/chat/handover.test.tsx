import { createChatEngine, createStore, type ChatEngine } from '@org/chat-engine'
import { ChatEngineProvider } from '@org/chat-engine/react'
import {
  createMemoryStorage,
  createScriptedTransport,
  httpFailure,
  storedConversation,
} from '@org/chat-engine/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLateEngine } from '../engine/late-engine.ts'
import { createHostBridge, type HostBridge } from '../host/host-bridge.ts'
import { createWidgetApi, defaultLists } from '../session/services.ts'
import { WidgetContext } from '../widget-context.ts'
import { Handover } from './handover.tsx'

const engines: ChatEngine[] = []
const sent: Record<string, unknown>[] = []
let form: Record<string, unknown>
let failures: number

beforeEach(() => {
  sent.length = 0
  failures = 0
  form = { available: true, open: true, outside: '', name: 'optional', reply: 'required', redact: false }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.startsWith('/api/handover?')) return Response.json(form)
    const body: Record<string, unknown> = JSON.parse(typeof init.body === 'string' ? init.body : '{}')
    if (address === '/api/embed/session') return Response.json({ token: 'token', expires_in: 3600 })
    if (address === '/api/handover/preview') {
      return Response.json({ transcript: [{ role: 'user', text: '[name] asks' }] })
    }
    sent.push(body)
    if (failures > 0) {
      failures -= 1
      return Response.json({ error: 'Please try again shortly.', code: 'unavailable' }, { status: 503 })
    }
    return Response.json({ reference: 'H-7F3K-9Q2M', open: form['open'] })
  })
})
afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose()
  vi.unstubAllGlobals()
})

const guest = JSON.stringify({
  version: 1,
  conversations: [
    {
      key: 'k',
      name: 'Shipping',
      createdAt: null,
      updatedAt: null,
      messages: [
        { key: 'q', role: 'user', text: 'Do you ship to Malta?', parent: null },
        { key: 'a', role: 'assistant', text: 'Try <product>Tea</product>.', parent: 'q' },
      ],
      shown: ['q', 'a'],
      streamId: null,
    },
  ],
})

async function open() {
  const storage = createMemoryStorage()
  storage.setItem('org.guest', guest)
  let account: string | null = null
  const transport = createScriptedTransport({
    listConversations: () =>
      account === null
        ? httpFailure(401)
        : Promise.resolve({ items: [storedConversation('theirs')], nextCursor: null, accountId: account }),
  })
  const engine = createChatEngine({ transport, storage })
  engines.push(engine)
  await engine.start()
  engine.select('k')
  const event = vi.fn<HostBridge['event']>()
  const onDone = vi.fn<() => void>()
  const services = {
    api: createWidgetApi('w1', { origin: 'https://shop.example', ancestors: [] }),
    bridge: { ...createHostBridge(window), event },
    config: { ...defaultLists, requireDisclaimer: false },
    late: createLateEngine({ storage }),
    engine,
    handover: createStore(true),
  }
  render(
    <WidgetContext value={services}>
      <ChatEngineProvider engine={engine}>
        <Handover onDone={onDone} />
      </ChatEngineProvider>
    </WidgetContext>,
  )
  await screen.findByRole('button', { name: 'Send request' })
  const signIn = async () => {
    account = 'b'
    await act(() => engine.refresh())
  }
  return { event, onDone, signIn }
}

const email = () => screen.getByRole('textbox', { name: 'Email' })
const consent = () => screen.getByRole('checkbox', { name: /^I agree that this conversation/u })
const send = () => screen.getByRole('button', { name: 'Send request' })

it('shows what is sent, and sends it after the consent alone', async () => {
  const { event } = await open()
  fireEvent.click(screen.getByText('Show what is sent: 2 messages'))
  expect(screen.getByText('Do you ship to Malta?')).toBeTruthy()
  fireEvent.change(email(), { target: { value: 'ada@example.com' } })
  fireEvent.click(send())
  expect(screen.getByText('Agree before you send.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.click(consent())
  fireEvent.click(send())
  expect(await screen.findByText('H-7F3K-9Q2M')).toBeTruthy()
  expect(sent).toMatchObject([
    {
      embed_id: 'w1',
      consent: true,
      email: 'ada@example.com',
      transcript: [
        { role: 'user', text: 'Do you ship to Malta?' },
        { role: 'assistant', text: 'Try Tea.' },
      ],
    },
  ])
  expect(event).toHaveBeenCalledWith('handover', {})
})

it('closes when the conversation that it would send belongs to another account than the one that has signed in', async () => {
  const { onDone, signIn } = await open()
  await signIn()
  expect(onDone).toHaveBeenCalled()
})

it('asks for an address that is required, and for one that can be one', async () => {
  await open()
  fireEvent.click(consent())
  fireEvent.click(send())
  expect(email().getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(email(), { target: { value: 'ada' } })
  fireEvent.click(send())
  expect(screen.getByText('Enter an email address such as ada@example.com.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('keeps what was written after a failure, and tries again with the same request', async () => {
  failures = 1
  const { event } = await open()
  fireEvent.change(email(), { target: { value: 'ada@example.com' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Your message (optional)' }), {
    target: { value: 'Please call.' },
  })
  fireEvent.click(consent())
  fireEvent.click(send())
  expect(await screen.findByText('Your request was not sent. What you wrote is still here.')).toBeTruthy()
  expect(screen.getByText('Please try again shortly.')).toBeTruthy()
  expect(event).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('H-7F3K-9Q2M')).toBeTruthy()
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
  expect(sent[1]?.['message']).toBe('Please call.')
})

it('shows the words of the team outside of its hours, in the form and after it', async () => {
  form = { ...form, open: false, outside: 'Back on Monday.', reply: 'optional' }
  const { onDone } = await open()
  expect(screen.getByText('Back on Monday.')).toBeTruthy()
  fireEvent.click(consent())
  fireEvent.click(send())
  await screen.findByText('H-7F3K-9Q2M')
  expect(screen.getByText('Back on Monday.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the chat' }))
  expect(onDone).toHaveBeenCalledOnce()
})

it('previews the messages without personal data where the widget removes it', async () => {
  form = { ...form, redact: true }
  await open()
  fireEvent.click(screen.getByText('Show what is sent: 1 message'))
  expect(screen.getByText('[name] asks')).toBeTruthy()
  expect(screen.getByText(/names are removed/u)).toBeTruthy()
})

it('closes by Escape', async () => {
  const { onDone } = await open()
  fireEvent.keyDown(send(), { key: 'Escape' })
  expect(onDone).toHaveBeenCalledOnce()
})
