import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const webhook = {
  id: 'w1',
  url: 'https://shop.example/hook',
  events: ['answer.uncovered', 'content.synced'],
  disabled_by: null,
  failing_since: null,
  created_at: '2026-11-26T10:00:00Z',
  secret_at: '2026-11-26T10:00:00Z',
  previous_until: null,
}

const delivery = {
  id: 'd1',
  event: 'answer.uncovered',
  status: 'failed',
  attempts: 2,
  created_at: '2026-11-26T10:00:00Z',
  attempted_at: '2026-11-26T10:00:05Z',
  duration_ms: 12,
  response_status: 503,
  response: 'Down for maintenance',
  failure: 'The webhook answered 503.',
}

async function open({
  role = 'client',
  items = [webhook],
}: { role?: 'client' | 'admin'; items?: object[] } = {}) {
  const server = createFakeApi()
  const bodies: unknown[] = []
  const owners: (string | null)[] = []
  server.on('GET /api/me', () => session('person@example.com', role))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'client@example.com' }] }),
  )
  server.on('GET /api/client/webhooks', (_, { searchParams }) => {
    owners.push(searchParams.get('client_id'))
    return Response.json({ items })
  })
  server.on('POST /api/client/webhooks', async (request) => {
    bodies.push(await request.clone().json())
    return Response.json({ ...webhook, secret: 'whsec_shown-once' })
  })
  server.on('PUT /api/client/webhooks/w1', async (request) => {
    bodies.push(await request.clone().json())
    return Response.json(webhook)
  })
  server.on('GET /api/client/webhooks/w1/deliveries', () =>
    Response.json({ items: [delivery], next_cursor: null }),
  )
  renderSite('/admin/webhooks', server)
  await screen.findByRole('heading', { level: 1, name: 'Webhooks' })
  return { server, bodies, owners, user: userEvent.setup() }
}

it('adds a webhook with the chosen events, and shows its secret once', async () => {
  const { user, bodies } = await open({ items: [] })
  await screen.findByText('No webhooks')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const name of [/rated/u, /danger/u, /person/u, /new site/u, /synced/u]) {
    await user.click(dialog.getByRole('checkbox', { name }))
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter an https address.')).toBeTruthy()
  expect(bodies).toEqual([])
  await user.type(dialog.getByLabelText('Address'), 'https://shop.example/hook')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('whsec_shown-once')).toBeTruthy()
  expect(bodies).toEqual([{ url: 'https://shop.example/hook', events: ['answer.uncovered'], active: true }])
})

it('edits, tests and deletes a webhook', async () => {
  const { user, bodies, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Edit https://shop.example/hook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('checkbox', { name: 'Send events' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('The webhook was saved.')
  expect(bodies).toEqual([
    { url: webhook.url, events: ['answer.uncovered', 'content.synced'], active: false },
  ])
  server.on('POST /api/client/webhooks/w1/test', () =>
    Response.json({ ...delivery, event: 'webhook.test', status: 'failed' }),
  )
  await user.click(screen.getByRole('button', { name: 'Send a test to https://shop.example/hook' }))
  expect(await screen.findByText('The test was answered with status 503.')).toBeTruthy()
  server.on('DELETE /api/client/webhooks/w1', () => new Response(null, { status: 204 }))
  await user.click(screen.getByRole('button', { name: 'Delete https://shop.example/hook' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The webhook was deleted.')).toBeTruthy()
})

it('shows a new secret after a question', async () => {
  const { user, server } = await open()
  server.on('POST /api/client/webhooks/w1/secret', () =>
    Response.json({ ...webhook, secret: 'whsec_the-next' }),
  )
  await user.click(await screen.findByRole('button', { name: 'New secret for https://shop.example/hook' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText('whsec_the-next')).toBeTruthy()
})

it('lists deliveries with the response, and sends one again', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByText('Deliveries'))
  const list = within(await screen.findByRole('list', { name: 'Deliveries to https://shop.example/hook' }))
  expect(list.getByText('Response status 503')).toBeTruthy()
  expect(list.getByText('Down for maintenance')).toBeTruthy()
  server.on('POST /api/client/webhooks/w1/deliveries/d1/replay', () =>
    Response.json({ ...delivery, status: 'waiting' }),
  )
  await user.click(list.getByRole('button', { name: /^Send again/u }))
  expect(await screen.findByText('The message is being sent again, with the same id.')).toBeTruthy()
})

it('says why a webhook is disabled, and offers no replay of it', async () => {
  const { user } = await open({ items: [{ ...webhook, disabled_by: 'failures' }] })
  expect(await screen.findByText('Disabled after failures')).toBeTruthy()
  await user.click(screen.getByText('Deliveries'))
  await screen.findByText('Response status 503')
  expect(screen.queryByRole('button', { name: /^Send again/u })).toBeNull()
})

it('lets an administrator choose between the deployment and a client', async () => {
  const { user, owners } = await open({ role: 'admin' })
  await screen.findByText('https://shop.example/hook')
  await screen.findByRole('option', { name: 'client@example.com' })
  await user.selectOptions(screen.getByLabelText('Webhooks of'), 'client@example.com')
  await screen.findByText('https://shop.example/hook')
  expect(owners).toEqual([null, 'c1'])
})

it('offers another try where the webhooks cannot be loaded', async () => {
  const { server, user } = await open({ items: [] })
  await screen.findByText('No webhooks')
  server.on('POST /api/client/webhooks', () => failure(409, 'There are at most 10 webhooks.'))
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Address'), 'https://shop.example/hook')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('There are at most 10 webhooks.')).toBeTruthy()
})
