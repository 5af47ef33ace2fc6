import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveSite } from '../../../shared/leave-site.ts'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

// A document of jsdom goes nowhere.
vi.mock('../../../shared/leave-site.ts', () => ({ leaveSite: vi.fn<(address: string) => void>() }))
beforeEach(() => {
  vi.mocked(leaveSite).mockClear()
})

describe('"Sign in with your organisation"', () => {
  it('asks for the address, and goes to the provider of its organisation', async () => {
    const server = createFakeApi()
    let sent: unknown
    server.on('POST /api/login/organisation', async (request) => {
      sent = await request.json()
      return Response.json({ url: 'https://login.example/authorize' })
    })
    const user = userEvent.setup()
    renderSite('/login?from=%2Fclient', server)
    const button = await screen.findByRole('button', { name: 'Sign in with your organisation' })
    await user.click(button)
    expect(await screen.findByText('Please enter your email.')).toBeTruthy()
    const email = screen.getByLabelText('Email')
    expect(document.activeElement).toBe(email)
    await user.type(email, ' ada@shop.example ')
    await user.click(button)
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://login.example/authorize'))
    expect(sent).toEqual({ email: 'ada@shop.example', return_to: '/client' })
  })

  it('says why it cannot', async () => {
    const server = createFakeApi()
    server.on('POST /api/login/organisation', () =>
      failure(404, 'No organisation signs in with this address.'),
    )
    const user = userEvent.setup()
    renderSite('/login', server)
    await user.type(await screen.findByLabelText('Email'), 'ada@shop.example')
    await user.click(screen.getByRole('button', { name: 'Sign in with your organisation' }))
    expect(await screen.findByText('No organisation signs in with this address.')).toBeTruthy()
    expect(leaveSite).not.toHaveBeenCalled()
  })
})

describe('/auth/organisation/:id', () => {
  const address = '/auth/organisation/o1?code=c1&state=s1&iss=https%3A%2F%2Flogin.example'
  const route = 'POST /api/login/organisation/callback'

  it('completes the sign-in once, and leads back', async () => {
    const server = createFakeApi()
    const sent: unknown[] = []
    server.on(route, async (request) => {
      sent.push(await request.json())
      server.on('GET /api/me', () => session('ada@shop.example'))
      return Response.json({
        ok: true,
        authenticated: true,
        role: null,
        email: 'ada@shop.example',
        return_to: '/about',
      })
    })
    const { history } = renderSite(address, server)
    await waitFor(() => expect(history.location.pathname).toBe('/about'))
    expect(await screen.findByText('Hi, ada@shop.example!')).toBeTruthy()
    expect(sent).toEqual([{ organisation: 'o1', code: 'c1', state: 's1', iss: 'https://login.example' }])
  })

  it('leads to no other site', async () => {
    const server = createFakeApi()
    server.on(route, () =>
      Response.json({
        ok: true,
        authenticated: true,
        role: null,
        email: 'a@shop.example',
        return_to: '//evil.example',
      }),
    )
    const { history } = renderSite(address, server)
    await waitFor(() => expect(history.location.pathname).toBe('/chat'))
  })

  it('goes on with the second step of the account', async () => {
    const server = createFakeApi()
    server.on(route, () =>
      Response.json(
        { error: 'Confirm.', code: 'second_factor_required', detail: { methods: ['totp'], setup: false } },
        { status: 401 },
      ),
    )
    renderSite(address, server)
    expect(await screen.findByRole('heading', { name: 'Confirm your sign-in' })).toBeTruthy()
  })

  it('shows why it was refused, and takes the code out of the address', async () => {
    const server = createFakeApi()
    server.on(route, () => failure(403, 'The organisation gives you no access.'))
    const { history } = renderSite(address, server)
    expect(await screen.findByText('The organisation gives you no access.')).toBeTruthy()
    await waitFor(() => expect(history.location.search).toBe(''))
    expect(screen.getByText('The organisation gives you no access.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login')
    expect(server.requests.filter((request) => request === route)).toHaveLength(1)
  })

  it('shows the result of a test to its owner', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('ada@shop.example', 'client'))
    server.on(route, () =>
      Response.json({ test: { email: 'ada@shop.example', groups: ['staff'], role: 'editor' } }),
    )
    renderSite(address, server)
    expect(await screen.findByText('The test was successful')).toBeTruthy()
    expect(screen.getByText('staff')).toBeTruthy()
    expect(screen.getByText('Editor')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the members' }).getAttribute('href')).toBe(
      '/admin/members',
    )
  })

  it('asks for nothing where the address has no answer', async () => {
    const server = createFakeApi()
    renderSite('/auth/organisation/o1', server)
    expect(await screen.findByText('Open the sign-in page and start again.')).toBeTruthy()
    expect(server.requests).not.toContain(route)
  })
})

describe('a proof of identity', () => {
  it('is given by the provider that has opened the session', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('ada@shop.example', 'client'))
    server.on('GET /api/client/members', () =>
      Response.json({
        organisation: { id: 'o1', name: 'Brand' },
        role: 'owner',
        members: [],
        invitations: [],
      }),
    )
    server.on('POST /api/client/members/invitations', () =>
      Response.json({ error: 'Confirm.', code: 'proof_required' }, { status: 403 }),
    )
    server.on('GET /api/account/second-factor', () =>
      Response.json({
        available: true,
        required: false,
        totp: false,
        passkeys: [],
        proven: false,
        recovery_codes: 0,
        organisation_sign_in: true,
      }),
    )
    let sent: unknown
    server.on('POST /api/login/organisation', async (request) => {
      sent = await request.json()
      return Response.json({ url: 'https://login.example/authorize' })
    })
    const user = userEvent.setup()
    renderSite('/admin/members', server)
    await user.click(await screen.findByRole('button', { name: 'Invite member' }))
    await user.type(await screen.findByLabelText('Email'), 'ben@shop.example')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm with your organisation' }))
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://login.example/authorize'))
    expect(sent).toEqual({ fresh: true, return_to: '/admin/members' })
  })
})
