import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../testing/fake-api.ts'
import { renderSite } from '../testing/render-site.tsx'

const invitation = { organisation: 'Brand', email: 'ada@example.com', role: 'editor', next: 'password' }

function open(
  next: 'password' | 'sign_in' | 'accept',
  { signedIn = null, fragment = '#token=t1' }: { signedIn?: string | null; fragment?: string } = {},
) {
  const server = createFakeApi()
  const bodies: unknown[] = []
  let person = signedIn
  server.on('GET /api/me', () =>
    person === null
      ? Response.json({ authenticated: false, role: null, email: null })
      : session(person, 'client', 'editor'),
  )
  server.on('POST /api/member-invitations/preview', async (request) => {
    expect(await request.json()).toEqual({ token: 't1' })
    return Response.json({ ...invitation, next })
  })
  server.on('POST /api/member-invitations/accept', async (request) => {
    bodies.push(await request.json())
    person = 'ada@example.com'
    return Response.json({ ok: true })
  })
  server.on('POST /api/logout', () => {
    person = null
    return Response.json({ ok: true })
  })
  const site = renderSite('/invitation', server, { authFragment: fragment })
  return { server, bodies, user: userEvent.setup(), ...site }
}

const path = ({ history }: ReturnType<typeof open>) => history.location.pathname

it('lets a new person choose a password, and opens the room of the client', async () => {
  const site = open('password')
  expect(await screen.findByText('You are invited to be a member of Brand.')).toBeTruthy()
  expect(screen.getByText(/Your role: Editor/u)).toBeTruthy()
  await site.user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('Enter a password.')).toBeTruthy()
  await site.user.type(screen.getByLabelText('Password'), 'four quiet herons wade at noon')
  await site.user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  await waitFor(() => expect(path(site)).toBe('/client'))
  expect(site.bodies).toEqual([{ token: 't1', password: 'four quiet herons wade at noon' }])
  // The link has ended: reading it once more would fail.
  expect(site.server.requests.filter((route) => route.endsWith('/preview'))).toHaveLength(1)
})

it('shows the server’s sentence about a password that it refuses', async () => {
  const site = open('password')
  site.server.on('POST /api/member-invitations/accept', () => failure(422, 'This password is easy to guess.'))
  await site.user.type(await screen.findByLabelText('Password'), 'password12345678')
  await site.user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('This password is easy to guess.')).toBeTruthy()
})

it('leads to the set-up of a second factor where the organisation requires one', async () => {
  const site = open('password')
  site.server.on('POST /api/member-invitations/accept', () =>
    Response.json(
      {
        error: 'Set up a second factor to sign in.',
        code: 'second_factor_required',
        detail: { methods: [], setup: true, reason: 'organisation' },
      },
      { status: 401 },
    ),
  )
  await site.user.type(await screen.findByLabelText('Password'), 'four quiet herons wade at noon')
  await site.user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('Your organisation requires one. It takes a minute.')).toBeTruthy()
  expect(path(site)).toBe('/login')
})

it('accepts with one press as the signed-in account', async () => {
  const site = open('accept', { signedIn: 'ada@example.com' })
  expect(await screen.findByText('You accept as ada@example.com.')).toBeTruthy()
  await site.user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  await waitFor(() => expect(path(site)).toBe('/client'))
  expect(site.bodies).toEqual([{ token: 't1' }])
  expect(site.server.requests.filter((route) => route.endsWith('/preview'))).toHaveLength(1)
})

it('leads a person with an account to the sign-in and back, without the token in the address', async () => {
  const site = open('sign_in')
  await site.user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await waitFor(() => expect(path(site)).toBe('/login'))
  expect(site.history.location.search).toBe('?from=%2Finvitation')
})

it('asks another account to sign out first', async () => {
  const site = open('sign_in', { signedIn: 'other@example.com' })
  expect(
    await screen.findByText(
      'This invitation is for ada@example.com. You are signed in as other@example.com.',
    ),
  ).toBeTruthy()
  await site.user.click(screen.getByRole('button', { name: 'Sign out and sign in' }))
  await waitFor(() => expect(path(site)).toBe('/login'))
  expect(site.server.requests).toContain('POST /api/logout')
})

it('says that an invitation has ended, and does not offer to accept it', async () => {
  const site = open('accept')
  site.server.on('POST /api/member-invitations/preview', () => failure(401, 'This link does not work.'))
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer valid' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
})

it('asks again after a failure of the server', async () => {
  const site = open('sign_in')
  site.server.on('POST /api/member-invitations/preview', () => failure(500, ''))
  await screen.findByText('The invitation could not be loaded.')
  site.server.on('POST /api/member-invitations/preview', () =>
    Response.json({ ...invitation, next: 'sign_in' }),
  )
  await site.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Sign in as ada@example.com to accept.')).toBeTruthy()
})

it('asks for the link of the e-mail where the page was opened without its token', async () => {
  const site = open('accept', { fragment: '' })
  expect(await screen.findByRole('heading', { name: 'Open the link again' })).toBeTruthy()
  expect(site.server.requests).not.toContain('POST /api/member-invitations/preview')
})
