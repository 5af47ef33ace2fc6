import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

it('is a page beside the settings, on which a client is invited', async () => {
  const server = createFakeApi()
  const invited: unknown[] = []
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/invitations', () =>
    Response.json({
      items: invited.map(() => ({
        id: 'i1',
        email: 'brand@example.com',
        status: 'open',
        sent_at: '2026-11-20T10:00:00Z',
        expires_at: '2026-11-27T10:00:00Z',
        sends_left: 4,
      })),
    }),
  )
  server.on('POST /api/admin/invitations', async (request) => {
    invited.push(await request.clone().json())
    return Response.json({ ok: true })
  })
  renderSite('/admin/synonyms', server)
  const user = userEvent.setup()
  const areas = await screen.findByRole('navigation', { name: 'Administration' })
  await user.click(within(areas).getByRole('link', { name: 'Clients' }))
  await screen.findByRole('heading', { level: 1, name: 'Clients' })
  await user.type(await screen.findByLabelText('Email address'), ' brand@example.com{enter}')
  expect(await screen.findByText(/^Invitation sent\./u)).toBeTruthy()
  expect(invited).toEqual([{ email: 'brand@example.com' }])
  const list = await screen.findByRole('list', { name: 'Invitations' })
  expect(list.textContent).toContain('brand@example.com · Open')
})

it('leads to a new widget for each client that has none', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/invitations', () => Response.json({ items: [] }))
  server.on('GET /api/admin/clients', () =>
    Response.json({
      clients: [
        { id: 'c1', email: 'has@example.com' },
        { id: 'c2', email: 'waits@example.com' },
      ],
    }),
  )
  server.on('GET /api/admin/configurators', () =>
    Response.json({ items: [{ id: 'w1', name: 'Shop', client_owner: 'c1' }] }),
  )
  renderSite('/admin/clients', server)
  const waiting = await screen.findByRole('region', { name: 'Clients without a widget' })
  expect(within(waiting).getAllByRole('listitem')).toHaveLength(1)
  await userEvent
    .setup()
    .click(within(waiting).getByRole('link', { name: 'Add a widget: waits@example.com' }))
  await screen.findByRole('heading', { name: 'New widget' })
  expect(await screen.findByLabelText<HTMLSelectElement>('Client owner')).toHaveProperty('value', 'c2')
})
