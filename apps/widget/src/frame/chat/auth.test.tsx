import { ApiError } from '@org/api-client'
import { createChatEngine, createStore, type ChatEngine, type ChatTransport } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { ChatEngineProvider } from '@org/chat-engine/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createLateEngine } from '../engine/late-engine.ts'
import { createHostBridge } from '../host/host-bridge.ts'
import { createWidgetApi, defaultLists, type WidgetApi } from '../session/services.ts'
import { WidgetContext } from '../widget-context.ts'
import { Auth } from './auth.tsx'

const engines: ChatEngine[] = []

afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose()
})

/** The overlay of a visitor; `signsIn` is called by both calls and decides whether the session changes. */
function open({
  signsIn = true,
  closable = true,
  error,
}: { signsIn?: boolean; closable?: boolean; error?: Error } = {}) {
  let isSignedIn = false
  const refused = () => Promise.reject(new ApiError({ code: 'unauthorized', status: 401 }))
  const list: ChatTransport['listConversations'] = (call) =>
    isSignedIn ? createScriptedTransport().listConversations(call) : refused()
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const engine = createChatEngine({
    transport: createScriptedTransport({ listConversations: list }),
    storage,
  })
  engines.push(engine)
  const enter = vi.fn<WidgetApi['login']>(async () => {
    if (error !== undefined) throw error
    isSignedIn = signsIn
  })
  const signup = vi.fn<WidgetApi['signup']>(enter)
  const onDone = vi.fn<() => void>()
  const services = {
    api: { ...createWidgetApi('cfg', undefined), login: enter, signup },
    bridge: createHostBridge(window),
    config: { ...defaultLists, requireDisclaimer: false },
    late: createLateEngine({ storage }),
    engine,
    handover: createStore(false),
  }
  render(
    <WidgetContext value={services}>
      <ChatEngineProvider engine={engine}>
        <Auth onDone={onDone} closable={closable} />
      </ChatEngineProvider>
    </WidgetContext>,
  )
  const fill = (values: Record<string, string>): void => {
    for (const [label, value] of Object.entries(values))
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  const submit = (): void => {
    fireEvent.submit(screen.getByRole('form'))
  }
  return { engine, login: enter, signup, onDone, fill, submit }
}

const person = { Email: ' ana@example.com ', Password: 'a long password' }

it('signs in and closes', async () => {
  const { login, onDone, fill, submit } = open()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  fill(person)
  submit()
  expect(screen.getByText('Signing in…')).toBeTruthy()
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(login.mock.calls).toEqual([[{ email: 'ana@example.com', password: 'a long password' }]])
})

it.each([
  ['without an address', { Email: ' ', Password: 'x' }],
  ['without a password', { Email: 'ana@example.com', Password: '' }],
])('sends nothing %s', async (_, values) => {
  const { login, fill, submit } = open()
  fill(values)
  submit()
  expect(await screen.findByText('Please enter an email address and password.')).toBeTruthy()
  expect(login).not.toHaveBeenCalled()
})

it('shows why the server refused, else that it failed', async () => {
  const refusal = new ApiError({ code: 'forbidden', status: 403, reason: 'Too many attempts.' })
  const { onDone, fill, submit } = open({ error: refusal })
  fill(person)
  submit()
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

it('fails in general words without a reason', async () => {
  const { fill, submit } = open({ error: new Error('No connection.') })
  fill(person)
  submit()
  expect(await screen.findByText('Login failed. Please try again.')).toBeTruthy()
})

it('fails where the session stays a visitor’s after the sign-in', async () => {
  const { onDone, fill, submit } = open({ signsIn: false })
  fill(person)
  submit()
  expect(await screen.findByText('Authentication failed. Please try again.')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

it('signs up with a repeated password, then waits for the confirmation', async () => {
  const { signup, fill, submit } = open({ signsIn: false })
  fireEvent.click(screen.getByText('Sign up'))
  expect(screen.getByRole('form', { name: 'Create an account' })).toBeTruthy()
  fill({ ...person, 'Confirm password': 'another' })
  submit()
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  expect(signup).not.toHaveBeenCalled()
  fill({ 'Confirm password': person.Password })
  submit()
  expect(await screen.findByText('Confirmation email sent.')).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Sign in to continue' })).toBeTruthy()
})

it('closes by its button and by Escape where it can be closed', () => {
  const { onDone } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(screen.getByRole('form'), { key: 'a' })
  fireEvent.keyDown(screen.getByRole('form'), { key: 'Escape', isComposing: true })
  expect(onDone).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(screen.getByRole('form'), { key: 'Escape' })
  expect(onDone).toHaveBeenCalledTimes(2)
})

it('stays where a sign-in is required', () => {
  const { onDone } = open({ closable: false })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  fireEvent.keyDown(screen.getByRole('form'), { key: 'Escape' })
  expect(onDone).not.toHaveBeenCalled()
})
