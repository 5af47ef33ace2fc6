import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeApi, eventStream, loginRequired, session, silence } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const question = 'What helps me sleep?'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('disclaimer', '2025-09-15')
})

function personServer(): FakeApi {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [], next_cursor: null }))
  server.on('POST /api/conversations', () =>
    Response.json({ id: 'c-1', title: 'New chat', created_at: null, updated_at: null }, { status: 201 }),
  )
  server.on('GET /api/conversations/c-1/messages', () => Response.json([]))
  return server
}

const composer = () => screen.getByPlaceholderText('Ask something…')

async function openChat(server: FakeApi) {
  const user = userEvent.setup()
  const site = renderSite('/chat', server)
  await waitFor(() => {
    expect(composer().hasAttribute('disabled')).toBe(false)
  })
  return { user, ...site }
}

it("'the message is trimmed; empty is not sent'", async () => {
  const server = personServer()
  let sent: unknown
  server.on('POST /api/chat', async (request) => {
    sent = await request.json()
    return eventStream([{ type: 'LLM_Response', content: 'Regular hours.' }])
  })
  const { user } = await openChat(server)
  await user.type(composer(), '   {Enter}')
  expect(server.requests).not.toContain('POST /api/chat')
  await user.type(composer(), `${question}  {Enter}`)
  expect(await within(screen.getByRole('log')).findByText('Regular hours.')).toBeDefined()
  expect(sent).toMatchObject({ text: question })
})

it("'nothing is sent while streaming', 'the stop control shows', and an abort is silent", async () => {
  const server = personServer()
  server.on('POST /api/chat', silence)
  const { user } = await openChat(server)
  await user.type(composer(), `${question}{Enter}`)
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeDefined()
  await user.type(composer(), 'And then?{Enter}')
  expect(composer()).toHaveProperty('value', 'And then?')
  await waitFor(() => {
    expect(server.requests.filter((request) => request === 'POST /api/chat')).toHaveLength(1)
  })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Send' })).toBeDefined()
  expect(screen.queryByText(/failed/iu)).toBeNull()
})

it("'error shows red text with !', and the question can be asked again", async () => {
  const server = personServer()
  server.on('POST /api/chat', () => eventStream([{ type: 'error', message: 'The model is asleep.' }]))
  const { user } = await openChat(server)
  await user.type(composer(), `${question}{Enter}`)
  const alert = await screen.findByText('The model is asleep.')
  expect(alert.closest('[role="alert"]')?.textContent).toBe('!The model is asleep.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

it("'a 401 raises login_required with the server error': the turn is removed, the question stays in the composer", async () => {
  const server = personServer()
  server.on('POST /api/chat', () => loginRequired())
  server.on('GET /api/chat/anon-status', () => Response.json({ blocked: true }))
  const { user } = await openChat(server)
  await user.type(composer(), `${question}{Enter}`)
  expect(await screen.findByText('Login required to continue')).toBeDefined()
  expect(screen.getByText('Your question is kept, and asked once you have signed in.')).toBeDefined()
  expect(screen.queryByRole('article')).toBeNull()
  expect(composer()).toHaveProperty('value', question)
  expect(server.requests.filter((request) => request === 'GET /api/chat/anon-status')).not.toEqual([])
})

it('keeps the draft for the next visit', async () => {
  const server = personServer()
  const { user, unmount } = await openChat(server)
  await user.type(composer(), 'Half a question')
  await waitFor(() => {
    expect(localStorage.getItem('org.drafts')).toContain('Half a question')
  })
  unmount()
  await openChat(personServer())
  expect(composer()).toHaveProperty('value', 'Half a question')
})

it("'?' at the end of a question that cannot be written yet shows nothing", async () => {
  localStorage.removeItem('disclaimer')
  const user = userEvent.setup()
  renderSite('/chat', personServer())
  await screen.findByRole('heading', { name: 'Before you start' })
  expect(screen.getByText(/call your local emergency number/u)).toBeDefined()
  await user.keyboard('Does zinc help?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
  screen.getByRole('button', { name: 'New conversation' }).focus()
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
})

it("'/' goes to the input, '?' and its button show the keys, Ctrl+K goes to the search", async () => {
  const { user } = await openChat(personServer())
  screen.getByRole('button', { name: 'New conversation' }).focus()
  await user.keyboard('/')
  expect(document.activeElement).toBe(composer())
  await user.keyboard('/?')
  expect(composer()).toHaveProperty('value', '/?')
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search conversations' }))
  })
  screen.getByRole('button', { name: 'New conversation' }).focus()
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('Find in the conversation').nextElementSibling?.textContent).toBe('CtrlF')
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
})

it('edits the last question by the arrow up in an empty input', async () => {
  const server = personServer()
  server.on('POST /api/chat', () => eventStream([{ type: 'LLM_Response', content: 'Regular hours.' }]))
  const { user } = await openChat(server)
  await user.type(composer(), '{ArrowUp}')
  await user.type(composer(), `${question}{Enter}`)
  expect(await within(screen.getByRole('log')).findByText('Regular hours.')).toBeDefined()
  await user.type(composer(), '{ArrowUp}')
  await waitFor(() => {
    expect(within(screen.getByRole('log')).getByRole('textbox')).toHaveProperty('value', question)
  })
})
