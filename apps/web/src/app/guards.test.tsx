import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { createFakeApi, failure, session, silence } from '../testing/fake-api.ts'
import { renderSite } from '../testing/render-site.tsx'
import { followOtherTabs, recheckSession } from '../features/session/session.queries.ts'
import { ServicesContext, useServices } from '../shared/services.ts'
import { createMemoryHistory } from '../shared/router-history.ts'
import { createProofRequests } from '../shared/proof-requests.ts'
import { createSiteHistory } from '../shared/site-history.ts'
import { useLeaveGuard } from '../shared/use-leave-guard.ts'
import { Guarded } from './guards.tsx'
import { createQueryClient } from './query-client.ts'
import { SiteRouter } from './site-router.tsx'

it('sends a visitor from / to /login', async () => {
  const { history } = renderSite('/', createFakeApi())
  await screen.findByRole('heading', { name: 'Login' })
  expect(history.location.pathname).toBe('/login')
})

it('sends a signed-in user from /home by / to /chat', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [], next_cursor: null }))
  const { history } = renderSite('/home', server)
  await screen.findByText('Hi, person@example.com!')
  expect(history.location.pathname).toBe('/chat')
})

it('shows nothing on / while the session check is loading, under a title', () => {
  const server = createFakeApi()
  server.on('GET /api/me', silence)
  const { container } = renderSite('/', server)
  expect(container.textContent).toBe('')
  expect(document.title).toBe('Verdant')
})

it('has a title, and a place for the skip link to lead to, while a page is on its way', () => {
  const server = createFakeApi()
  server.on('GET /api/me', silence)
  renderSite('/account', server)
  expect(document.title).toBe('Verdant')
  const skip = screen.getByRole('link', { name: 'Skip to content' })
  expect(screen.getByRole('main').id).toBe(skip.getAttribute('href')?.slice(1))
})

it('takes a session check that needs more than 7 s for signed out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = createFakeApi()
  server.on('GET /api/me', silence)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => {
      controller.abort()
    }, milliseconds)
    return controller.signal
  })
  const { container } = renderSite('/', server)
  await vi.advanceTimersByTimeAsync(6900)
  expect(container.textContent).toBe('')
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await screen.findByRole('heading', { name: 'Login' })
  expect(timeout).toHaveBeenCalled()
})

it('checks the session again when the window regains focus', async () => {
  const server = createFakeApi()
  renderSite('/disclaimer', server)
  await screen.findByRole('link', { name: 'Login' })
  server.on('GET /api/me', () => session('person@example.com'))
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Hi, person@example.com!')).toBeDefined()
})

it.each([
  ['with an error', () => failure(500, 'Broken')],
  ['without an answer', () => Promise.reject(new TypeError('offline'))],
])('treats a session check that fails %s silently as signed out', async (_, answer) => {
  const server = createFakeApi()
  server.on('GET /api/me', answer)
  renderSite('/disclaimer', server)
  await screen.findByRole('link', { name: 'Login' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes an answer that is not JSON for signed out', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => new Response('<html>'))
  renderSite('/disclaimer', server)
  expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
})

it.each([
  ['a visitor', null, 'session', '/login?from=%2Finner%3Fday%3D1'],
  ['a signed-in user', 'user', 'session', '/inner?day=1'],
  ['a visitor', null, 'role', '/login?from=%2Finner%3Fday%3D1'],
  ['a user without the role', 'user', 'role', '/login?from=%2Finner%3Fday%3D1'],
  ['an admin', 'admin', 'role', '/inner?day=1'],
])('leads %s (%s) through the %s guard to %s', async (_, who, guard, address) => {
  const server = createFakeApi()
  if (who !== null) server.on('GET /api/me', () => session('a@example.com', who === 'admin' ? 'admin' : null))
  const http = createHttp({ fetch: server.fetch })
  const services = {
    http,
    api: createSessionCalls(http),
    queryClient: createQueryClient(),
    history: createSiteHistory(createMemoryHistory({ initialEntries: ['/inner?day=1'], v5Compat: true })),
    theme: createThemeStore(),
    authFragment: '',
    proofs: createProofRequests(),
  }
  const { history } = services
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queryClient}>
        <SiteRouter history={history}>
          <Routes>
            <Route path="/login" element="there" />
            <Route
              path="/inner"
              element={<Guarded {...(guard === 'role' && { roles: ['admin'] as const })}>there</Guarded>}
            />
          </Routes>
        </SiteRouter>
      </QueryClientProvider>
    </ServicesContext>,
  )
  await screen.findByText('there')
  expect(history.location.pathname + history.location.search).toBe(address)
})

function DraftPage() {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '', () => true)
  return <input aria-label="Draft" value={text} onChange={({ target }) => setText(target.value)} />
}

/** A page with a draft behind the admin guard, and a way to look at its window again. */
function openDraft(page = <input aria-label="Draft" />) {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  const http = createHttp({ fetch: server.fetch })
  const services = {
    http,
    api: createSessionCalls(http),
    queryClient: createQueryClient(),
    history: createSiteHistory(createMemoryHistory({ initialEntries: ['/admin'], v5Compat: true })),
    theme: createThemeStore(),
    authFragment: '',
    proofs: createProofRequests(),
  }
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queryClient}>
        <SiteRouter history={services.history}>
          <Routes>
            <Route path="/admin" element={<Guarded roles={['admin']}>{page}</Guarded>} />
            <Route path="/chat" element="The chat" />
          </Routes>
        </SiteRouter>
      </QueryClientProvider>
    </ServicesContext>,
  )
  const focus = (who: () => Response) => {
    server.on('GET /api/me', who)
    window.dispatchEvent(new Event('visibilitychange'))
  }
  return { focus, history: services.history, server, queryClient: services.queryClient }
}

it.each([
  ['signed out elsewhere', () => Response.json({ authenticated: false }), 'You are signed out', 'Sign in'],
  [
    'who lost the role',
    () => session('admin@example.com', 'client'),
    'Your account cannot open this page',
    'Sign in with another account',
  ],
])('hides the page of a person %s on focus, and keeps the draft', async (_, gone, title, link) => {
  const { focus } = openDraft()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Half a prompt')
  focus(gone)
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Draft' })).toBeNull()
  const signIn = screen.getByRole('link', { name: link })
  expect([signIn.getAttribute('href'), signIn.getAttribute('target')]).toEqual([
    '/login?from=%2Fadmin',
    '_blank',
  ])
  focus(() => session('admin@example.com', 'admin'))
  expect(await screen.findByDisplayValue('Half a prompt')).toBeDefined()
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

it.each([401, 403])('hides the page when a call is refused with %s, and keeps the draft', async (status) => {
  function ReadPage() {
    const { http } = useServices()
    const { refetch } = useQuery({
      queryKey: ['read'],
      queryFn: () => http.call((value) => Object(value), { path: '/api/read' }),
      retry: false,
    })
    const { mutate } = useMutation({
      mutationFn: () => http.tell({ method: 'POST', path: '/api/write' }),
    })
    return (
      <>
        <input aria-label="Draft" />
        <button onClick={() => void refetch()}>Read</button>
        <button onClick={() => mutate()}>Write</button>
      </>
    )
  }
  const { server } = openDraft(<ReadPage />)
  server.on('GET /api/read', () => Response.json({}))
  for (const [press, call] of [
    ['Read', 'GET /api/read'],
    ['Write', 'POST /api/write'],
  ] as const) {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Half')
    server.on('GET /api/me', () => Response.json({ authenticated: false }))
    server.on(call, () => failure(status, 'Refused'))
    await userEvent.click(screen.getByRole('button', { name: press }))
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Draft' })).toBeNull()
    server.on('GET /api/me', () => session('admin@example.com', 'admin'))
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByDisplayValue(/Half/u)).toBeDefined()
  }
})

it('hides the page at once when its person signs out in another tab, and keeps the draft', async () => {
  const { server, queryClient } = openDraft()
  const unfollow = followOtherTabs(queryClient, window)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Half a prompt')
  server.on('GET /api/me', () => Response.json({ authenticated: false }))
  const announced = vi.spyOn(Storage.prototype, 'setItem')
  // Another tab: its own query client, and the event that its write causes here.
  await recheckSession(createQueryClient())
  const [key, newValue] = announced.mock.calls.at(-1) ?? []
  window.dispatchEvent(new StorageEvent('storage', { key: key ?? '', newValue: newValue ?? '' }))
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Draft' })).toBeNull()
  unfollow()
})

it('asks before the draft of a hidden page is left by a link, by Back or by a reload', async () => {
  const { focus, history } = openDraft(<DraftPage />)
  const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Half a prompt')
  focus(() => Response.json({ authenticated: false }))
  await screen.findByRole('heading', { name: 'You are signed out' })
  expect(unload()).toBe(true)
  history.push('/chat')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(history.location.pathname).toBe('/admin')
  focus(() => session('admin@example.com', 'admin'))
  expect(await screen.findByDisplayValue('Half a prompt')).toBeDefined()
  focus(() => Response.json({ authenticated: false }))
  await screen.findByRole('heading', { name: 'You are signed out' })
  history.push('/chat')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(history.location.pathname).toBe('/chat'))
})

it('lets a hidden page without a draft be left without a question', async () => {
  const { focus, history } = openDraft(<DraftPage />)
  await screen.findByRole('textbox', { name: 'Draft' })
  focus(() => Response.json({ authenticated: false }))
  await screen.findByRole('heading', { name: 'You are signed out' })
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  history.push('/chat')
  expect(history.location.pathname).toBe('/chat')
})

it('shows another person nothing of a draft', async () => {
  const { focus } = openDraft()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Draft' }), 'Half a prompt')
  focus(() => Response.json({ authenticated: false }))
  await screen.findByRole('heading', { name: 'You are signed out' })
  focus(() => session('other@example.com', 'admin'))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Draft' })
  expect(field.value).toBe('')
})

it.each([
  ['at once', []],
  ['after the session ended', [() => Response.json({ authenticated: false })]],
])('asks anew for what was read for the account before, when another one is there %s', async (_, between) => {
  let reader = 'admin@example.com'
  function ReadPage() {
    const { data = '' } = useQuery({
      queryKey: ['read'],
      queryFn: () => Promise.resolve(`Read for ${reader}`),
    })
    return data
  }
  const { focus } = openDraft(<ReadPage />)
  await screen.findByText('Read for admin@example.com')
  reader = 'other@example.com'
  for (const who of between) {
    focus(who)
    await screen.findByRole('heading', { name: 'You are signed out' })
  }
  focus(() => session('other@example.com', 'admin'))
  expect(await screen.findByText('Read for other@example.com')).toBeDefined()
  expect(screen.queryByText('Read for admin@example.com')).toBeNull()
})

/** Specification 2, sections 2 and 6: who may see what, and what stands at its head. */
const rolePages = [
  ['/dashboard', 'Analytics Dashboard', ['client', 'admin']],
  ['/client', 'Client Insights', ['client', 'admin']],
  ['/admin', 'Admin Dashboard', ['admin']],
  ['/admin/audit', 'Audit log', ['admin']],
  ['/admin/jobs', 'Jobs', ['admin']],
  ['/admin/operations', 'Operations', ['admin']],
  ['/admin/review', 'Review', ['client', 'admin']],
  ['/admin/gaps', 'Content gaps', ['client', 'admin']],
  ['/admin/evaluations', 'Evaluations', ['admin']],
  ['/admin/evaluations/r1', 'Evaluation', ['admin']],
  ['/admin/configurators', 'Configurator', ['admin']],
] as const
const people = {
  'a visitor': () => Response.json({ authenticated: false }),
  'a user': () => session('a@example.com'),
  'a client': () => session('a@example.com', 'client'),
  'an admin': () => session('a@example.com', 'admin'),
}
const roleRows = rolePages.flatMap(([path, title, allowed]) =>
  (['a visitor', 'a user', 'a client', 'an admin'] as const).map((who) => ({
    path,
    title,
    who,
    isAllowed: allowed.some((role) => who.endsWith(role)),
  })),
)

it.each(roleRows.filter(({ isAllowed }) => isAllowed))(
  '$path is shown to $who',
  async ({ path, title, who }) => {
    const server = createFakeApi()
    server.on('GET /api/me', people[who])
    const { history } = renderSite(path, server)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(history.location.pathname).toBe(path)
  },
)

it.each(roleRows.filter(({ isAllowed }) => !isAllowed))(
  '$path leads $who to /login, and asks nothing of the server for them',
  async ({ path, who }) => {
    const server = createFakeApi()
    server.on('GET /api/me', people[who])
    const { history } = renderSite(path, server)
    await waitFor(() => {
      expect(history.location.pathname).toBe('/login')
    })
    expect(new URLSearchParams(history.location.search).get('from')).toBe(path)
    expect(server.requests.filter((request) => /stats|admin|client/u.test(request))).toEqual([])
  },
)
