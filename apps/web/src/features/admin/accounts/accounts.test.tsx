import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const client = {
  id: 'u1',
  email: 'client@example.com',
  role: 'client',
  state: 'active',
  second_factor: true,
  created_at: '2026-11-20T10:00:00Z',
  session_count: 2,
  last_used_at: '2026-11-26T10:00:00Z',
}

const detail = {
  ...client,
  own: false,
  only_administrator: false,
  totp: true,
  passkeys: 2,
  recovery_codes: 9,
  widgets: 3,
  sessions: [
    {
      id: 's1',
      kind: 'site',
      device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      created_at: '2026-11-25T10:00:00Z',
      last_used_at: '2026-11-26T10:00:00Z',
      expires_at: '2026-12-10T10:00:00Z',
      current: false,
    },
    {
      id: 's2',
      kind: 'widget',
      device: null,
      created_at: '2026-11-24T10:00:00Z',
      last_used_at: '2026-11-24T10:00:00Z',
      expires_at: '2026-12-10T10:00:00Z',
      current: false,
    },
  ],
}

function signedIn() {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  return server
}

describe('the list of accounts', () => {
  async function open(path = '/admin/accounts', items: object[] = [client]) {
    const server = signedIn()
    const queries: string[] = []
    server.on('GET /api/admin/accounts', (_, { searchParams }) => {
      queries.push(searchParams.toString())
      const isLast = searchParams.get('cursor') !== null
      const older = { ...client, id: 'u0', email: 'older@example.com', role: null, session_count: 0 }
      return Response.json({
        items: isLast ? [{ ...older, last_used_at: null, second_factor: false }] : items,
        next_cursor: isLast || items.length === 0 ? null : 'u1',
      })
    })
    renderSite(path, server)
    await screen.findByRole('heading', { level: 1, name: 'Accounts' })
    return { server, queries, user: userEvent.setup() }
  }

  it('shows role, second factor and sessions, and leads to the account', async () => {
    const { user } = await open()
    const list = within(await screen.findByRole('list', { name: 'Accounts' }))
    expect(list.getByText('Client')).toBeTruthy()
    expect(list.getByText('Second factor')).toBeTruthy()
    expect(list.getByText(/2 sessions · last used/u)).toBeTruthy()
    const link = list.getByRole('link', { name: 'client@example.com' })
    expect(link.getAttribute('href')).toBe('/admin/accounts/u1')
    const invite = screen.getByRole('link', { name: 'Invite a client' })
    expect(invite.getAttribute('href')).toBe('/admin/clients')
    await user.click(screen.getByRole('button', { name: 'Show older accounts' }))
    expect(await screen.findByRole('link', { name: 'older@example.com' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show older accounts' })).toBeNull()
  })

  it('takes its filters from the address, and clears them', async () => {
    const { user, queries } = await open('/admin/accounts?q=client&role=client&state=disabled')
    await screen.findByRole('list', { name: 'Accounts' })
    expect(queries).toEqual(['q=client&role=client&state=disabled'])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect.poll(() => queries.at(-1)).toBe('')
  })

  it('filters by role and state', async () => {
    const { user, queries } = await open()
    await screen.findByRole('list', { name: 'Accounts' })
    await user.selectOptions(screen.getByLabelText('Role'), 'User')
    await expect.poll(() => queries.at(-1)).toBe('role=user')
    await user.selectOptions(screen.getByLabelText('State'), 'Not confirmed')
    await expect.poll(() => queries.at(-1)).toBe('role=user&state=unconfirmed')
  })

  it('says that no account fits, and offers another try after a failure', async () => {
    const { server, user } = await open('/admin/accounts?q=nobody', [])
    expect(await screen.findByText('No accounts')).toBeTruthy()
    server.on('GET /api/admin/accounts', () => failure(500, 'Broken.'))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('an account', () => {
  async function open(changes: object = {}) {
    const server = signedIn()
    const calls: [string, unknown][] = []
    let account = { ...detail, ...changes }
    server.on('GET /api/admin/accounts/u1', () => Response.json(account))
    const answer = (route: string, next: (body: Record<string, unknown>) => object) => {
      server.on(route, async (request) => {
        const text = await request.text()
        const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
        calls.push([route, body])
        account = { ...account, ...next(body) }
        return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(account)
      })
    }
    answer('PUT /api/admin/accounts/u1/role', ({ role }) => ({ role, sessions: [], session_count: 0 }))
    answer('PUT /api/admin/accounts/u1/disabled', ({ disabled }) => ({
      state: disabled === true ? 'disabled' : 'active',
      sessions: [],
    }))
    answer('DELETE /api/admin/accounts/u1/second-factor', () => ({ second_factor: false, sessions: [] }))
    answer('DELETE /api/admin/accounts/u1/sessions', () => ({ sessions: [] }))
    answer('DELETE /api/admin/accounts/u1/sessions/s1', () => ({ sessions: detail.sessions.slice(1) }))
    renderSite('/admin/accounts/u1', server)
    await screen.findByRole('heading', { level: 2, name: 'client@example.com' })
    return { server, calls, user: userEvent.setup() }
  }
  const confirm = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  }

  it('shows its facts, and its sessions with browser and times', async () => {
    await open()
    expect(screen.getByText('Authenticator app · 2 passkeys · 9 recovery codes')).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Sessions of the account' }))
    expect(list.getByText('Firefox on Linux')).toBeTruthy()
    expect(list.getByText('Unknown device')).toBeTruthy()
    expect(list.getByText(/^Inside a widget · Signed in /u)).toBeTruthy()
  })

  it('ends one session, then all after a question', async () => {
    const { user, calls } = await open()
    await user.click(screen.getByRole('button', { name: /^End session: Firefox on Linux/u }))
    expect(await screen.findByText('The session was ended.')).toBeTruthy()
    await expect.poll(() => screen.queryByText('Firefox on Linux')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'End all sessions' }))
    await confirm(user, 'End all sessions')
    expect(await screen.findByText('The sessions were ended.')).toBeTruthy()
    expect(await screen.findByText('The account is not signed in anywhere.')).toBeTruthy()
    expect(calls.map(([route]) => route)).toEqual([
      'DELETE /api/admin/accounts/u1/sessions/s1',
      'DELETE /api/admin/accounts/u1/sessions',
    ])
  })

  it('changes the role after a question', async () => {
    const { user, calls } = await open()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Change role' })
    expect(button.disabled).toBe(true)
    await user.selectOptions(screen.getByLabelText('Role'), 'User')
    await user.click(button)
    expect(await screen.findByText('Change the role to User?')).toBeTruthy()
    await confirm(user, 'Change role')
    expect(await screen.findByText('The role was changed.')).toBeTruthy()
    expect(calls).toEqual([['PUT /api/admin/accounts/u1/role', { role: null }]])
    await expect.poll(() => button.disabled).toBe(true)
  })

  it('is disabled after a question that names its widgets, and enabled again', async () => {
    const { user, calls } = await open()
    await user.click(screen.getByRole('button', { name: 'Disable account' }))
    expect(await screen.findByText(/Its 3 widgets go on answering/u)).toBeTruthy()
    await confirm(user, 'Disable account')
    expect(await screen.findByText('The account was disabled.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Enable account' }))
    expect(await screen.findByText('The account was enabled.')).toBeTruthy()
    expect(calls.map(([, body]) => body)).toEqual([{ disabled: true }, { disabled: false }])
  })

  it('loses its second factor after a question', async () => {
    const { user, calls } = await open()
    await user.click(screen.getByRole('button', { name: 'Reset second factor' }))
    await confirm(user, 'Reset second factor')
    expect(await screen.findByText('The second factor was reset.')).toBeTruthy()
    expect(await screen.findByText('None')).toBeTruthy()
    expect(calls).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull()
  })

  it('shows why the server refuses a change', async () => {
    const { user, server } = await open()
    const sentence = 'This is the only administrator. Make somebody else one first.'
    server.on('PUT /api/admin/accounts/u1/disabled', () => failure(409, sentence))
    await user.click(screen.getByRole('button', { name: 'Disable account' }))
    await confirm(user, 'Disable account')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('of the only administrator keeps its role and stays enabled', async () => {
    await open({ role: 'admin', only_administrator: true })
    expect(screen.getByLabelText<HTMLSelectElement>('Role').disabled).toBe(true)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Disable account' })
    expect(button.disabled).toBe(true)
  })

  it('of the person who looks at it has no change but the end of other sessions', async () => {
    const [first, ...others] = detail.sessions
    await open({ own: true, sessions: [{ ...first, current: true }, ...others] })
    expect(screen.getByText('Your session')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'End all other sessions' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Disable account' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Open your account' })
    expect(link.getAttribute('href')).toBe('/account')
  })
})

it('says that an account does not exist', async () => {
  const server = signedIn()
  server.on('GET /api/admin/accounts/u9', () => failure(404, 'Account not found.'))
  renderSite('/admin/accounts/u9', server)
  expect(await screen.findByText('There is no such account. It may have been deleted.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All accounts' }).getAttribute('href')).toBe('/admin/accounts')
})

it('is closed to clients', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('client@example.com', 'client'))
  renderSite('/admin/accounts', server)
  expect(await screen.findByText('Your account cannot open this page')).toBeTruthy()
  expect(server.requests).not.toContain('GET /api/admin/accounts')
})
