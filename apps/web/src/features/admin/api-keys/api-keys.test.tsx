import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const apiKey = {
  id: 'k1',
  name: 'Warehouse',
  scopes: ['content:read', 'content:write'],
  start: 'ok_live_Ab3d',
  state: 'active',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-02-20T10:00:00Z',
  revoked_at: null,
  rotated_at: '2026-11-26T10:00:00Z',
  last_used_at: '2026-11-26T11:00:00Z',
  previous: { start: 'ok_live_Zz9x', valid_until: '2026-11-28T10:00:00Z', last_used_at: null },
}

async function open({
  role = 'client',
  items = [apiKey],
}: { role?: 'client' | 'admin'; items?: object[] } = {}) {
  const server = createFakeApi()
  const bodies: unknown[] = []
  const owners: (string | null)[] = []
  server.on('GET /api/me', () => session('person@example.com', role))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'client@example.com' }] }),
  )
  server.on('GET /api/client/api-keys', (_, { searchParams }) => {
    owners.push(searchParams.get('client_id'))
    return Response.json({ items })
  })
  server.on('POST /api/client/api-keys', async (request) => {
    bodies.push(await request.clone().json())
    return Response.json({ ...apiKey, previous: null, key: 'ok_live_shown-once' })
  })
  server.on('POST /api/client/api-keys/k1/rotate', async (request) => {
    bodies.push(await request.clone().json())
    return Response.json({ ...apiKey, key: 'ok_live_the-next' })
  })
  renderSite('/admin/api-keys', server)
  await screen.findByRole('heading', { level: 1, name: 'API keys' })
  return { server, bodies, owners, user: userEvent.setup() }
}

it('creates a key with the chosen scopes and expiry, and shows it once', async () => {
  const { user, bodies } = await open({ items: [] })
  await screen.findByText('No API keys')
  await user.click(screen.getByRole('button', { name: 'Create API key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(dialog.getByText('Enter a name.')).toBeTruthy()
  expect(dialog.getByText('Choose at least one scope.')).toBeTruthy()
  expect(bodies).toEqual([])
  await user.type(dialog.getByLabelText('Name'), ' Warehouse ')
  await user.click(dialog.getByRole('checkbox', { name: /Write and delete content/u }))
  await user.click(dialog.getByRole('checkbox', { name: /Read content/u }))
  await user.selectOptions(dialog.getByLabelText('Expires'), 'Never')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('ok_live_shown-once')).toBeTruthy()
  expect(bodies).toEqual([
    { name: 'Warehouse', scopes: ['content:read', 'content:write'], expires_in_days: null },
  ])
})

it('lists a key with its scopes, its last use, and the earlier key while that is valid', async () => {
  await open()
  const row = within(await screen.findByRole('list', { name: 'API keys' }))
  expect(row.getByText('Warehouse')).toBeTruthy()
  expect(row.getByText('Read content')).toBeTruthy()
  expect(row.getByText(/ok_live_Ab3d…/u)).toBeTruthy()
  expect(row.getByText(/Last used/u)).toBeTruthy()
  expect(row.getByText(/The earlier key .*ok_live_Zz9x….* is valid until .*Not used yet/u)).toBeTruthy()
})

it('rotates a key with the chosen overlap, and shows the next one', async () => {
  const { user, bodies } = await open()
  await user.click(await screen.findByRole('button', { name: 'Rotate Warehouse' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('The current key ends'), 'In a week')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('ok_live_the-next')).toBeTruthy()
  expect(bodies).toEqual([{ overlap_hours: 168 }])
})

it('revokes a key after a question', async () => {
  const { user, server } = await open()
  server.on('DELETE /api/client/api-keys/k1', () => new Response(null, { status: 204 }))
  await user.click(await screen.findByRole('button', { name: 'Revoke Warehouse' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The API key was revoked.')).toBeTruthy()
})

it('lists ended keys apart, without buttons', async () => {
  const revoked = { ...apiKey, state: 'revoked', revoked_at: '2026-11-26T12:00:00Z', previous: null }
  await open({ items: [revoked] })
  expect(await screen.findByText('Revoked and expired keys: 1')).toBeTruthy()
  expect(screen.getByText('No API keys')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rotate Warehouse' })).toBeNull()
})

it('lets an administrator choose between their own keys and those of a client', async () => {
  const { user, owners } = await open({ role: 'admin' })
  await screen.findByText('Warehouse')
  await screen.findByRole('option', { name: 'client@example.com' })
  await user.selectOptions(screen.getByLabelText('API keys of'), 'client@example.com')
  await screen.findByText('Warehouse')
  expect(owners).toEqual([null, 'c1'])
})

it('keeps the form open where the key cannot be created', async () => {
  const { server, user } = await open({ items: [] })
  await screen.findByText('No API keys')
  server.on('POST /api/client/api-keys', () => failure(409, 'There are at most 20 API keys.'))
  await user.click(screen.getByRole('button', { name: 'Create API key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Warehouse')
  await user.click(dialog.getByRole('checkbox', { name: /Read content/u }))
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByText('There are at most 20 API keys.')).toBeTruthy()
})
