import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { leaveSite } from '../../../shared/leave-site.ts'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

// A document of jsdom goes nowhere.
vi.mock('../../../shared/leave-site.ts', () => ({ leaveSite: vi.fn<(address: string) => void>() }))
beforeEach(() => {
  vi.mocked(leaveSite).mockClear()
})

const connection = {
  issuer: 'https://login.example',
  oauth_client_id: 'assistant',
  scope: 'openid email profile',
  groups_claim: 'groups',
  group_roles: [{ group: 'staff', role: 'editor' }],
  default_role: null,
  enforced: false,
  secret_at: '2026-11-20T10:00:00Z',
  tested_at: null,
}
const pending = {
  id: 'd1',
  domain: 'shop.example',
  verified_at: null,
  verified_by: null,
  record_name: '_organisation-sign-in.shop.example',
  record_value: 'organisation-sign-in-verification=abc',
}
const verified = {
  ...pending,
  id: 'd2',
  domain: 'brand.example',
  verified_at: '2026-11-20T10:00:00Z',
  verified_by: 'dns',
}

interface State {
  connection: object | null
  domains: object[]
  second_factor: { required: boolean; members: number; without: number }
}

async function open(given: Partial<State> & { role?: 'client' | 'admin'; fails?: boolean } = {}) {
  const { role = 'client', fails = false, ...fields } = given
  const state: State = {
    connection,
    domains: [pending, verified],
    second_factor: { required: false, members: 3, without: 2 },
    ...fields,
  }
  const server = createFakeApi()
  const sent: unknown[] = []
  server.on('GET /api/me', () => session('ada@example.com', role))
  server.on('GET /api/admin/clients', () => Response.json({ clients: [{ id: 'o1', email: 'Brand' }] }))
  server.on('GET /api/client/sign-in', () => {
    if (fails) return failure(500, '')
    return Response.json({
      organisation: { id: 'o1', name: 'Brand' },
      redirect_uri: 'https://site.example/auth/organisation/o1',
      ...state,
    })
  })
  const answer = (route: string, body: () => object | null) => {
    server.on(route, async (request, { search }) => {
      sent.push([route + search, await request.json().catch(() => null)])
      const value = body()
      return value === null ? new Response(null, { status: 204 }) : Response.json(value)
    })
  }
  answer('PUT /api/client/sign-in', () => ({ ok: true }))
  server.on('PUT /api/client/sign-in/second-factor', async (request) => {
    const body = Object(await request.json())
    sent.push(body)
    state.second_factor.required = body.required
    return Response.json({ ok: true })
  })
  answer('DELETE /api/client/sign-in', () => {
    state.connection = null
    return null
  })
  answer('POST /api/client/sign-in/test', () => ({ url: 'https://login.example/authorize' }))
  answer('POST /api/client/sign-in/domains', () => pending)
  answer('POST /api/client/sign-in/domains/d1/verify', () => verified)
  answer('DELETE /api/client/sign-in/domains/d1', () => {
    state.domains = [verified]
    return null
  })
  answer('POST /api/admin/sign-in-domains/d1/confirm', () => verified)
  server.on('GET /api/client/members', () =>
    Response.json({
      organisation: { id: 'o1', name: 'Brand' },
      role: role === 'admin' ? null : 'owner',
      members: [],
      invitations: [],
    }),
  )
  const site = renderSite('/admin/members', server)
  const user = userEvent.setup()
  if (role === 'admin') {
    await screen.findByRole('option', { name: 'Brand' })
    await user.selectOptions(screen.getByLabelText('Members of'), 'Brand')
  }
  const heading = await screen.findByRole('heading', { name: 'Organisation sign-in' })
  expect(server.requests).not.toContain('GET /api/client/sign-in')
  await user.click(heading)
  return { server, sent, user, ...site }
}

it('shows the redirect URI, and the record of a domain that is not verified', async () => {
  await open()
  expect(await screen.findByText('https://site.example/auth/organisation/o1')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Domains' }))
  expect(list.getByText('_organisation-sign-in.shop.example')).toBeTruthy()
  expect(list.getByText('organisation-sign-in-verification=abc')).toBeTruthy()
  expect(list.getByText('Not verified')).toBeTruthy()
  expect(list.getByText('Verified by DNS')).toBeTruthy()
  // Administrators alone confirm a domain.
  expect(screen.queryByRole('button', { name: /Confirm/u })).toBeNull()
})

it('adds, verifies and removes a domain', async () => {
  const { user, sent } = await open()
  await user.type(await screen.findByLabelText('Domain'), ' new.example ')
  await user.click(screen.getByRole('button', { name: 'Add domain' }))
  expect(await screen.findByText(/The domain was added/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verify shop.example' }))
  expect(await screen.findByText('Verified')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove shop.example' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The domain was removed.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Domains'))
  expect(sent).toEqual([
    ['POST /api/client/sign-in/domains', { domain: 'new.example' }],
    ['POST /api/client/sign-in/domains/d1/verify', null],
    ['DELETE /api/client/sign-in/domains/d1', null],
  ])
})

it('says why a domain was refused', async () => {
  const { user, server } = await open()
  server.on('POST /api/client/sign-in/domains', () =>
    failure(422, 'Anybody can get an address in this domain.'),
  )
  server.on('POST /api/client/sign-in/domains/d1/verify', () => failure(409, 'The TXT record was not found.'))
  await user.type(await screen.findByLabelText('Domain'), 'gmail.com{Enter}')
  expect(await screen.findByText('Anybody can get an address in this domain.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verify shop.example' }))
  expect(await screen.findByText('The TXT record was not found.')).toBeTruthy()
})

it('saves a new provider with its groups, and leaves out rows without a group', async () => {
  const { user, sent } = await open({ connection: null, domains: [] })
  await user.type(await screen.findByLabelText('Issuer'), 'https://login.example')
  await user.type(screen.getByLabelText('Client ID'), 'assistant')
  await user.type(screen.getByLabelText('Client secret'), 'a secret')
  await user.click(screen.getByRole('button', { name: 'Add group' }))
  await user.click(screen.getByRole('button', { name: 'Add group' }))
  await user.type(screen.getAllByLabelText('Group')[0] ?? document.body, 'staff')
  await user.selectOptions(screen.getAllByLabelText('Role')[0] ?? document.body, 'Reviewer')
  await user.selectOptions(screen.getByLabelText('Role without a group'), 'Viewer')
  expect(screen.queryByRole('button', { name: 'Test sign-in' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The identity provider was saved.')).toBeTruthy()
  expect(sent).toEqual([
    [
      'PUT /api/client/sign-in',
      {
        issuer: 'https://login.example',
        oauth_client_id: 'assistant',
        oauth_client_secret: 'a secret',
        scope: 'openid email profile',
        groups_claim: 'groups',
        group_roles: [{ group: 'staff', role: 'reviewer' }],
        default_role: 'viewer',
        enforced: false,
      },
    ],
  ])
})

it('keeps the stored secret where none is entered, and says why it cannot be enforced', async () => {
  const { user, sent, server } = await open()
  await user.click(await screen.findByLabelText('Require this sign-in'))
  server.on('PUT /api/client/sign-in', async (request) => {
    sent.push(await request.json())
    return failure(409, 'Save the connection and test it before you enforce it.')
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Save the connection and test it before you enforce it.')).toBeTruthy()
  expect(sent).toEqual([expect.objectContaining({ enforced: true, group_roles: connection.group_roles })])
  expect(sent[0]).not.toHaveProperty('oauth_client_secret')
})

it('goes to the provider for a test of what is saved', async () => {
  const { user, server } = await open()
  const button = await screen.findByRole('button', { name: 'Test sign-in' })
  await user.type(screen.getByLabelText('Client ID'), '2')
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByText(/Save your changes before you test them/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The identity provider was saved.')
  await user.click(button)
  await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://login.example/authorize'))
  server.on('POST /api/client/sign-in/test', () =>
    failure(409, 'The identity provider could not be reached.'),
  )
  await user.click(button)
  expect(await screen.findByText('The identity provider could not be reached.')).toBeTruthy()
})

it('removes the provider after a question', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Remove identity provider' }))
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove identity provider' }),
  )
  expect(await screen.findByText('The identity provider was removed.')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText('Issuer')).toHaveProperty('value', ''))
  expect(sent).toEqual([['DELETE /api/client/sign-in', null]])
})

it('lets an administrator confirm a domain without a record', async () => {
  const { user, sent } = await open({ role: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Confirm shop.example without a record' }))
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Confirm without a record' }),
  )
  expect(await screen.findByText('Verified')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verify shop.example' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    ['POST /api/admin/sign-in-domains/d1/confirm', null],
    ['POST /api/client/sign-in/domains/d1/verify?client_id=o1', null],
  ])
})

it('offers to load again after a failure', async () => {
  await open({ fails: true })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('requires a second factor after a question, and makes it optional without one', async () => {
  const { user, sent } = await open()
  const rule = await screen.findByRole('checkbox', { name: 'Require a second factor' })
  expect(screen.getByText('Members without a second factor: 2 of 3')).toBeTruthy()
  await user.click(rule)
  const question = await screen.findByRole('alertdialog')
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Require it' }))
  expect(await screen.findByText('Members must have a second factor.')).toBeTruthy()
  await waitFor(() => {
    expect(rule).toHaveProperty('checked', true)
  })
  await user.click(rule)
  expect(await screen.findByText('A second factor is optional now.')).toBeTruthy()
  expect(sent).toEqual([{ required: true }, { required: false }])
})

it('shows why a second factor could not be required', async () => {
  const { user, server } = await open({ second_factor: { required: false, members: 1, without: 0 } })
  server.on('PUT /api/client/sign-in/second-factor', () =>
    failure(409, 'Set up a second factor for your own account first.'),
  )
  expect(await screen.findByText('All members have a second factor.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Require a second factor' }))
  expect(await screen.findByText('Set up a second factor for your own account first.')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Require a second factor' })).toHaveProperty('checked', false)
})
