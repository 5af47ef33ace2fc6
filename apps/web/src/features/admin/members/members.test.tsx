import type { MemberRole } from '@org/api-client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const ada = {
  id: 'm1',
  email: 'ada@example.com',
  role: 'owner',
  since: '2026-11-20T10:00:00Z',
  disabled: false,
}
const ben = { ...ada, id: 'm2', email: 'ben@example.com', role: 'editor' }
const pending = {
  id: 'i1',
  email: 'new@example.com',
  role: 'viewer',
  sent_at: '2026-11-26T10:00:00Z',
  expires_at: '2026-12-03T10:00:00Z',
  expired: false,
  sends_left: 4,
}

async function open({
  role = 'owner',
  members = [ada, ben],
  invitations = [pending],
}: { role?: MemberRole | 'admin'; members?: object[]; invitations?: object[] } = {}) {
  const server = createFakeApi()
  const sent: unknown[] = []
  const reader = role === 'owner' ? 'ada@example.com' : 'ben@example.com'
  server.on('GET /api/me', () =>
    role === 'admin' ? session('root@example.com', 'admin') : session(reader, 'client', role),
  )
  server.on('GET /api/admin/clients', () => Response.json({ clients: [{ id: 'o1', email: 'Brand' }] }))
  server.on('GET /api/client/members', (_, { search }) => {
    sent.push(`GET ${search}`)
    return Response.json({
      organisation: { id: 'o1', name: 'Brand' },
      role: role === 'admin' ? null : role,
      members,
      invitations,
    })
  })
  for (const route of [
    'PUT /api/client/members/m1/role',
    'PUT /api/client/members/m2/role',
    'POST /api/client/members/m2/ownership',
    'POST /api/client/members/invitations',
    'POST /api/client/members/invitations/i1/resend',
    'POST /api/client/members/leave',
    'PUT /api/client/organisation',
  ]) {
    server.on(route, async (request, { search }) => {
      sent.push([route + search, await request.json().catch(() => null)])
      return Response.json({ ok: true })
    })
  }
  for (const route of ['DELETE /api/client/members/m2', 'DELETE /api/client/members/invitations/i1']) {
    server.on(route, (_, { search }) => {
      sent.push(route + search)
      return new Response(null, { status: 204 })
    })
  }
  const site = renderSite('/admin/members', server)
  await screen.findByRole('heading', { level: 1, name: 'Members' })
  return { server, sent, user: userEvent.setup(), ...site }
}

it('lists members with their roles, and pending invitations', async () => {
  await open()
  const list = within(await screen.findByRole('list', { name: 'Members' }))
  expect(list.getByText('ada@example.com')).toBeTruthy()
  expect(list.getByText('Owner')).toBeTruthy()
  expect(list.getByText('You')).toBeTruthy()
  expect(list.getByText('Editor')).toBeTruthy()
  const invitations = within(screen.getByRole('list', { name: 'Pending invitations' }))
  expect(invitations.getByText('new@example.com')).toBeTruthy()
  expect(invitations.getByText(/valid until/u)).toBeTruthy()
})

it('invites an address with a role', async () => {
  const { user, sent } = await open({ invitations: [] })
  expect(await screen.findByText('There are no pending invitations.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Invite member' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(dialog.getByText('Enter an email address.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Email'), ' cleo@example.com ')
  await user.selectOptions(dialog.getByLabelText('Role'), 'Reviewer')
  expect(dialog.getByText('Reads everything, reviews answers and approves them.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('The invitation was sent.')).toBeTruthy()
  expect(sent).toContainEqual([
    'POST /api/client/members/invitations',
    { email: 'cleo@example.com', role: 'reviewer' },
  ])
})

it('keeps the invitation open where the server refuses it', async () => {
  const { user, server } = await open()
  server.on('POST /api/client/members/invitations', () => failure(409, 'This address is a member already.'))
  await user.click(await screen.findByRole('button', { name: 'Invite member' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Email'), 'ben@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await dialog.findByText('This address is a member already.')).toBeTruthy()
})

it('changes the role of a member', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change role of ben@example.com' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Role'), 'Viewer')
  await user.click(dialog.getByRole('button', { name: 'Save role' }))
  expect(await screen.findByText('The role was changed.')).toBeTruthy()
  expect(sent).toContainEqual(['PUT /api/client/members/m2/role', { role: 'viewer' }])
})

it('removes a member after a question, and moves the focus to the heading', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Remove ben@example.com' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The member was removed.')).toBeTruthy()
  expect(sent).toContain('DELETE /api/client/members/m2')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Organisation: Brand'))
})

it('shows why the last owner cannot leave', async () => {
  const { user, server } = await open()
  server.on('POST /api/client/members/leave', () =>
    failure(409, 'This is the last owner of an organisation.'),
  )
  await user.click(await screen.findByRole('button', { name: 'Leave organisation' }))
  const question = within(screen.getByRole('alertdialog'))
  expect(question.getByText('Leave Brand?')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Leave organisation' }))
  expect(await screen.findByText('This is the last owner of an organisation.')).toBeTruthy()
})

it('leads away from the page after leaving', async () => {
  const { user, history } = await open()
  await user.click(await screen.findByRole('button', { name: 'Leave organisation' }))
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Leave organisation' }),
  )
  await waitFor(() => expect(history.location.pathname).toBe('/chat'))
})

it('transfers the ownership, and checks the own role again', async () => {
  const { user, server, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Transfer ownership to ben@example.com' }))
  server.on('GET /api/me', () => session('ada@example.com', 'client', 'editor'))
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Transfer ownership' }),
  )
  expect(await screen.findByText('The ownership was transferred.')).toBeTruthy()
  expect(sent).toContainEqual(['POST /api/client/members/m2/ownership', null])
  // Editors have no page of API keys.
  await waitFor(() => expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull())
})

it('sends an invitation again and revokes it', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send again to new@example.com' }))
  expect(await screen.findByText('The invitation was sent.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke the invitation of new@example.com' }))
  expect(await screen.findByText('The invitation was revoked.')).toBeTruthy()
  expect(sent).toContain('DELETE /api/client/members/invitations/i1')
})

it('renames the organisation', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Rename' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Name of the organisation'))
  await user.type(dialog.getByLabelText('Name of the organisation'), 'Other brand')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The name was saved.')).toBeTruthy()
  expect(sent).toContainEqual(['PUT /api/client/organisation', { name: 'Other brand' }])
})

it.each(['viewer', 'editor', 'reviewer'] as const)('lets a %s read, and leave', async (role) => {
  await open({ role, invitations: [] })
  await screen.findByRole('list', { name: 'Members' })
  expect(screen.getAllByRole('button', { name: 'Leave organisation' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Invite member' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Remove|Change role|Transfer/u })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Pending invitations' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull()
})

it('lets an administrator choose a client, whose calls name it', async () => {
  const { user, sent } = await open({ role: 'admin' })
  expect(screen.getByText('Choose a client to see its members.')).toBeTruthy()
  await screen.findByRole('option', { name: 'Brand' })
  await user.selectOptions(screen.getByLabelText('Members of'), 'Brand')
  await user.click(await screen.findByRole('button', { name: 'Remove ben@example.com' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('The member was removed.')
  expect(sent).toContain('DELETE /api/client/members/m2?client_id=o1')
  expect(screen.queryByRole('button', { name: /Leave|Transfer/u })).toBeNull()
})

it('says that an organisation has no members', async () => {
  const { user } = await open({ role: 'admin', members: [], invitations: [] })
  await screen.findByRole('option', { name: 'Brand' })
  await user.selectOptions(screen.getByLabelText('Members of'), 'Brand')
  expect(await screen.findByText('No members')).toBeTruthy()
})

it('offers to load again after a failure', async () => {
  const { server } = await open()
  server.on('GET /api/client/members', () => failure(500, ''))
  renderSite('/admin/members', server)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
