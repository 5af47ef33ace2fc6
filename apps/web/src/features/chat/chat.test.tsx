import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeApi, eventStream, failure, loginRequired, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const question = 'What helps me sleep?'
const conversation = {
  id: 'c-1',
  title: 'Sleep',
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
}
const answer = [
  { type: 'message', content: { user_id: 'm-1', assistant_id: 'm-2', conversation_id: 'c-1' } },
  { type: 'LLM_Response', content: 'Magnesium may help [1]. ' },
  { type: 'LLM_Response', content: 'See <product>Magnesium Glycinate</product>.' },
  { type: 'citations', content: ['[1] Sleep and minerals (https://health.example/sleep)'] },
  {
    type: 'product_update',
    content: {
      original: '<product>Magnesium Glycinate</product>',
      replacement: '<a href="https://shop.example/m" data-price="$18.00">Magnesium Glycinate</a>',
    },
  },
  { type: 'conv_title', content: { id: 'c-1', title: 'Better sleep' } },
]

beforeEach(() => {
  localStorage.clear()
})

function personServer(): FakeApi {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [], next_cursor: null }))
  server.on('POST /api/conversations', () => Response.json(conversation, { status: 201 }))
  server.on('GET /api/conversations/c-1', () => Response.json({ ...conversation, active_stream_id: null }))
  server.on('GET /api/conversations/c-1/messages', () => Response.json({ items: [], next_cursor: null }))
  return server
}

const composer = () => screen.getByPlaceholderText('Ask something…')

async function openChat(server: FakeApi, path = '/chat') {
  localStorage.setItem('disclaimer', '2025-09-15')
  const user = userEvent.setup()
  const site = renderSite(path, server)
  await waitFor(() => {
    expect(composer().hasAttribute('disabled')).toBe(false)
  })
  return { ...site, user, input: composer() }
}

it('shows the answer with its source and its product, and puts the conversation into the address', async () => {
  const server = personServer()
  let sent: unknown
  server.on('POST /api/chat', async (request) => {
    sent = await request.json()
    return eventStream(answer)
  })
  const { user, input, history } = await openChat(server)
  await user.type(input, `  ${question} {Enter}`)

  const log = screen.getByRole('log')
  expect(await within(log).findByText(question)).toBeDefined()
  expect(sent).toMatchObject({ text: question })
  await user.click(await within(log).findByRole('button', { name: /^Source 1/u }))
  const sources = await screen.findByRole('dialog', { name: 'Sources' })
  expect(within(sources).getByRole('cell', { name: 'Sleep and minerals' })).toBeDefined()
  await user.click(within(sources).getByRole('button', { name: 'Close' }))

  await user.click(within(log).getByRole('button', { name: /Magnesium Glycinate/u }))
  const product = await screen.findByRole('dialog', { name: 'Magnesium Glycinate' })
  expect(within(product).getByRole('link').getAttribute('href')).toBe('https://shop.example/m')
  expect(within(product).getByText('$18.00')).toBeDefined()
  expect(within(product).getByText('No image')).toBeDefined()

  expect(history.location.search).toBe('?c=c-1')
  expect(screen.getByRole('link', { name: 'Better sleep' })).toBeDefined()
})

it('finds the conversation of the address again', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json({
      items: [
        { id: 'm-2', parent_id: 'm-1', role: 'assistant', content: 'Regular hours.', status: 'complete' },
        { id: 'm-1', parent_id: null, role: 'user', content: question, status: 'complete' },
      ],
      next_cursor: null,
    }),
  )
  await openChat(server, '/chat?c=c-1')
  const log = screen.getByRole('log')
  expect(await within(log).findByText('Regular hours.')).toBeDefined()
  const messages = within(log).getAllByRole('article')
  expect(messages.map((message) => message.getAttribute('aria-label'))).toEqual(['You', 'Assistant'])
})

it('asks for no conversations of a visitor, whom the server would refuse', async () => {
  const server = createFakeApi()
  await openChat(server)
  expect(await screen.findByRole('textbox', { name: 'Message' })).toBeDefined()
  await waitFor(() => {
    expect(server.requests).toContain('GET /api/chat/anon-status')
  })
  expect(server.requests).not.toContain('GET /api/conversations')
})

it('shows nothing of a person whose session has ended elsewhere, once the window is looked at again', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json({
      items: [{ id: 'm-1', parent_id: null, role: 'user', content: question, status: 'complete' }],
      next_cursor: null,
    }),
  )
  await openChat(server, '/chat?c=c-1')
  expect(await screen.findByText(question)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sleep' })).toBeDefined()
  server.on('GET /api/me', () => Response.json({ authenticated: false }))
  server.on('GET /api/conversations', loginRequired)
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => {
    expect(screen.queryByText(question)).toBeNull()
  })
  expect(screen.queryByRole('link', { name: 'Sleep' })).toBeNull()
})

it('says of each answer found again that it was interrupted, with a way to have it anew', async () => {
  const server = personServer()
  const asked = { role: 'user', status: 'complete' }
  const broken = { role: 'assistant', status: 'interrupted' }
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json({
      items: [
        { ...broken, id: 'm-4', parent_id: 'm-3', content: 'A dark' },
        { ...asked, id: 'm-3', parent_id: 'm-2', content: 'And light?' },
        { ...broken, id: 'm-2', parent_id: 'm-1', content: 'A cool' },
        { ...asked, id: 'm-1', parent_id: null, content: question },
      ],
      next_cursor: null,
    }),
  )
  await openChat(server, '/chat?c=c-1')
  const log = screen.getByRole('log')
  await within(log).findByText('A dark')
  const answers = within(log).getAllByRole('article', { name: 'Assistant' })
  expect(answers).toHaveLength(2)
  for (const answer of answers) {
    expect(within(answer).getByText('This answer was interrupted.')).toBeDefined()
    expect(within(answer).getByRole('button', { name: 'Try again' })).toBeDefined()
  }
})

it('offers another answer where one was stopped before its first word, in its place', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json({
      items: [
        { id: 'm-2', parent_id: 'm-1', role: 'assistant', status: 'stopped', content: '' },
        { id: 'm-1', parent_id: null, role: 'user', status: 'complete', content: question },
      ],
      next_cursor: null,
    }),
  )
  server.on('POST /api/chat', () => eventStream(answer))
  const { user } = await openChat(server, '/chat?c=c-1')
  const log = screen.getByRole('log')
  await within(log).findByText('You stopped this answer.')
  await user.click(within(log).getByRole('button', { name: 'Try again' }))
  await within(log).findByText(/Magnesium may help/u)
  expect(within(log).queryByText('You stopped this answer.')).toBeNull()
  expect(within(log).getAllByRole('article', { name: 'Assistant' })).toHaveLength(1)
})

it('goes from conversation to conversation by the address, and back to a blank one without a request', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  const { user, history } = await openChat(server)
  await user.click(await screen.findByRole('link', { name: 'Sleep' }))
  await waitFor(() => {
    expect(history.location.search).toBe('?c=c-1')
  })
  await user.click(screen.getByRole('button', { name: 'New conversation' }))
  await waitFor(() => {
    expect(history.location.search).toBe('')
  })
  expect(await screen.findByRole('heading', { name: 'What would you like to know?' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'New chat' })).toHaveLength(1)
  expect(server.requests).not.toContain('POST /api/conversations')
})

it('forgets the authors of an earlier visit that are not on offer any more', async () => {
  localStorage.setItem('org.chat.authors', JSON.stringify(['Ada', 'Gone']))
  const server = personServer()
  server.on('GET /api/authors', () => Response.json({ authors: [{ name: 'Ada', count: 3 }] }))
  let sent: unknown
  server.on('POST /api/chat', async (request) => {
    sent = await request.json()
    return eventStream(answer)
  })
  const { user, input } = await openChat(server)
  expect(await screen.findByRole('button', { name: 'Authors, 1 selected' })).toBeDefined()
  await user.type(input, `${question}{Enter}`)
  await waitFor(() => {
    expect(sent).toMatchObject({ authors: ['Ada'] })
  })
})

it("'the input is disabled until' the disclaimer is acknowledged, which is 'remembered in local browser storage'", async () => {
  const user = userEvent.setup()
  renderSite('/chat', createFakeApi())
  const agree = await screen.findByRole('button', { name: 'Agree and continue' })
  expect(composer().hasAttribute('disabled')).toBe(true)
  expect(agree.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('checkbox'))
  await user.click(agree)
  await waitFor(() => {
    expect(composer().hasAttribute('disabled')).toBe(false)
  })
  expect(localStorage.getItem('disclaimer')).toContain('2025-09-15')
})

it('sends a starter question that was pressed before the disclaimer once it is acknowledged', async () => {
  const user = userEvent.setup()
  const server = createFakeApi()
  server.on('POST /api/chat', () => eventStream([{ type: 'LLM_Response', content: 'Oily fish.' }]))
  renderSite('/chat', server)
  const starter = await screen.findByRole('button', { name: 'Which foods are good sources of vitamin D?' })
  await waitFor(() => {
    expect(starter.hasAttribute('disabled')).toBe(false)
  })
  await user.click(starter)
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(screen.getByText('Your question is sent once you accept the disclaimer.')).toBeDefined()
  expect(server.requests).not.toContain('POST /api/chat')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
  expect(await within(screen.getByRole('log')).findByText('Oily fish.')).toBeDefined()
})

it('sends a starter question that waits for the disclaimer in its own conversation alone', async () => {
  const user = userEvent.setup()
  const server = personServer()
  const other = { ...conversation, id: 'c-2', title: 'Another' }
  server.on('GET /api/conversations', () =>
    Response.json({ items: [conversation, other], next_cursor: null }),
  )
  server.on('GET /api/conversations/c-2/messages', () => Response.json({ items: [], next_cursor: null }))
  server.on('POST /api/chat', () => eventStream(answer))
  renderSite('/chat', server)
  const starter = await screen.findByRole('button', { name: 'Which foods are good sources of vitamin D?' })
  await waitFor(() => {
    expect(starter.hasAttribute('disabled')).toBe(false)
  })
  await user.click(starter)
  await user.click(screen.getByRole('link', { name: 'Another' }))
  await waitFor(() => {
    expect(screen.queryByText('Your question is sent once you accept the disclaimer.')).toBeNull()
  })
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
  await waitFor(() => {
    expect(composer().hasAttribute('disabled')).toBe(false)
  })
  expect(server.requests).not.toContain('POST /api/chat')
})

it('leaves what is being written as it is when a starter question is asked', async () => {
  const server = createFakeApi()
  server.on('POST /api/chat', () => eventStream([{ type: 'LLM_Response', content: 'Oily fish.' }]))
  const { user, input } = await openChat(server)
  await user.type(input, 'Half a question')
  await user.click(screen.getByRole('button', { name: 'Which foods are good sources of vitamin D?' }))
  expect(await within(screen.getByRole('log')).findByText('Oily fish.')).toBeDefined()
  expect(composer()).toHaveProperty('value', 'Half a question')
})

it('lets a guest ask, and says that signing in keeps conversations', async () => {
  const server = createFakeApi()
  server.on('POST /api/chat', () => eventStream([{ type: 'LLM_Response', content: 'Regular hours.' }]))
  const { user, input } = await openChat(server)
  expect(await screen.findByText(/chatting as a guest/u)).toBeDefined()
  await user.type(input, `${question}{Enter}`)
  expect(await within(screen.getByRole('log')).findByText('Regular hours.')).toBeDefined()
})

it("'when blocked, sending shows Login required to continue', and the sign-in leads back", async () => {
  const server = createFakeApi()
  server.on('GET /api/chat/anon-status', () => Response.json({ blocked: true }))
  server.on('POST /api/chat', () => failure(401, 'Login required to continue'))
  const { user, input } = await openChat(server)
  expect(await screen.findByText('Login required to continue')).toBeDefined()
  await user.type(input, `${question}{Enter}`)
  expect(server.requests).not.toContain('POST /api/chat')
  expect(screen.getByText('Login required to continue')).toBeDefined()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login?from=%2Fchat')
})

it('asks a question that a session had left unsent when it ended, once the same person has signed in again', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  const { user, input, history } = await openChat(server, '/chat?c=c-1')

  server.on('GET /api/me', () => Response.json({ authenticated: false, role: null, email: null }))
  server.on('GET /api/conversations', () => loginRequired())
  server.on('GET /api/chat/anon-status', () => Response.json({ blocked: true }))
  server.on('POST /api/chat', () => loginRequired())
  await user.type(input, `${question}{Enter}`)
  expect(await screen.findByText('Login required to continue')).toBeDefined()
  expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Login' })).toBeDefined()
  expect(screen.queryByRole('article')).toBeNull()
  expect(composer()).toHaveProperty('value', question)

  server.on('GET /api/me', () => session('person@example.com'))
  server.on('POST /api/login', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('POST /api/chat', () => eventStream(answer))
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))
  await user.type(await screen.findByLabelText('Email'), 'person@example.com')
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')

  const log = within(await screen.findByRole('log'))
  expect(await log.findByText(/Magnesium may help/u)).toBeDefined()
  expect(log.getByText(question)).toBeDefined()
  expect(screen.queryByText('Login required to continue')).toBeNull()
  expect(composer()).toHaveProperty('value', '')
  expect(history.location.search).toBe('?c=c-1')
})

it('asks nothing for a session that is not back', async () => {
  const server = personServer()
  server.on('POST /api/chat', () => loginRequired())
  const { user, input, history } = await openChat(server)
  server.on('GET /api/conversations', () => loginRequired())
  await user.type(input, `${question}{Enter}`)
  expect(await screen.findByText(/chatting as a guest/u)).toBeDefined()
  act(() => {
    history.push('/about')
  })
  act(() => {
    history.push('/chat')
  })
  expect(await screen.findByText(/chatting as a guest/u)).toBeDefined()
  expect(server.requests.filter((request) => request === 'POST /api/chat')).toHaveLength(1)
})

it("shows 'Chat failed: {status}', and asks again on request", async () => {
  const server = personServer()
  server.on('POST /api/chat', () => new Response('', { status: 500 }))
  const { user, input } = await openChat(server)
  await user.type(input, `${question}{Enter}`)
  expect(await screen.findByText('Chat failed: 500')).toBeDefined()
  server.on('POST /api/chat', () => eventStream(answer))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(composer())
  expect(await within(screen.getByRole('log')).findByText(/Magnesium may help/u)).toBeDefined()
  expect(screen.queryByText('Chat failed: 500')).toBeNull()
})

it('notices at a refused question that the session has ended, and shows the question after the next sign-in', async () => {
  const server = personServer()
  const listOfAccount = () => Response.json({ items: [conversation], next_cursor: null, account_id: 'a-1' })
  server.on('GET /api/conversations', listOfAccount)
  const { user, input } = await openChat(server, '/chat?c=c-1')
  const banner = within(screen.getByRole('banner'))
  expect(await banner.findByRole('button', { name: 'Logout' })).toBeDefined()
  server.on('GET /api/me', () => Response.json({ authenticated: false, role: null, email: null }))
  server.on('GET /api/conversations', () => loginRequired())
  server.on('POST /api/chat', () => failure(404, ''))
  await user.type(input, `${question}{Enter}`)
  // The question belongs to the account: a visitor's chat does not show it.
  expect(await screen.findByText(/chatting as a guest/u)).toBeDefined()
  await waitFor(() => {
    expect(screen.queryByText(question)).toBeNull()
    expect(screen.queryByText('Loading conversations…')).toBeNull()
  })

  server.on('POST /api/login', () => {
    server.on('GET /api/me', () => session('person@example.com'))
    server.on('GET /api/conversations', listOfAccount)
    return session('person@example.com')
  })
  expect(await banner.findByRole('link', { name: 'Login' })).toBeDefined()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))
  await user.type(await screen.findByLabelText('Email'), 'person@example.com')
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  await user.click(await screen.findByRole('link', { name: 'Sleep' }))
  const log = within(await screen.findByRole('log'))
  expect(await log.findByText(question)).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})

it('offers to try again where a conversation cannot be loaded', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () => failure(500, 'Broken.'))
  const user = userEvent.setup()
  renderSite('/chat?c=c-1', server)
  expect(await screen.findByText('This conversation could not be loaded.')).toBeDefined()
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json([{ id: 'm-1', role: 'user', content: question, status: 'complete' }]),
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(question)).toBeDefined()
})

it('says so where the address names a conversation that is not there, and begins a blank one', async () => {
  const server = personServer()
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json([{ id: 'm-1', role: 'user', content: question, status: 'complete' }]),
  )
  const { history } = renderSite('/chat?c=c-9', server)
  expect(await screen.findByText(/does not exist any more/u)).toBeDefined()
  await waitFor(() => {
    expect(history.location.search).toBe('')
  })
  expect(screen.getByText(/does not exist any more/u)).toBeDefined()
})

it('says when the connection is gone, and when it is back', async () => {
  await openChat(createFakeApi())
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.dispatchEvent(new Event('offline'))
  expect(await screen.findByText(/You are offline/u)).toBeDefined()
  Reflect.deleteProperty(navigator, 'onLine')
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('The connection is back.')).toBeDefined()
  expect(screen.queryByText(/You are offline/u)).toBeNull()
})
