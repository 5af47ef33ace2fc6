import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const visitor = {
  id: 'v1',
  user_id: 'customer-17',
  created_at: '2026-11-26T10:00:00Z',
  last_seen_at: '2026-11-26T10:00:00Z',
  conversations: 2,
}

async function open({ secretAt = null as string | null, items = [visitor] as object[] } = {}) {
  const server = createFakeApi()
  const state = { secretAt, items }
  const created: unknown[] = []
  const asked: (string | null)[] = []
  server.on('GET /api/me', () => session('client@example.com', 'client'))
  server.on('GET /api/client/identity', () =>
    Response.json({ secret_at: state.secretAt, previous_until: null }),
  )
  server.on('POST /api/client/identity/secret', async (request) => {
    created.push(await request.clone().json())
    state.secretAt = '2026-11-26T11:00:00Z'
    return Response.json({ secret: 'vis_shown-once', secret_at: state.secretAt, previous_until: null })
  })
  server.on('GET /api/client/visitors', (_, { searchParams }) => {
    asked.push(searchParams.get('user_id'))
    return Response.json({ items: state.items, next_cursor: null })
  })
  server.on('DELETE /api/client/visitors/v1', () => {
    state.items = []
    return new Response(null, { status: 204 })
  })
  renderSite('/client', server)
  const user = userEvent.setup()
  await screen.findByRole('heading', { name: 'Signed-in customers' })
  expect(server.requests).not.toContain('GET /api/client/identity')
  await user.click(screen.getByText('Set up and manage'))
  return { user, server, created, asked, state }
}

it('shows a new secret once, with code that signs in the language of the server', async () => {
  const { user, created } = await open()
  expect(await screen.findByText('No secret yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create secret' }))
  expect(await screen.findByText('vis_shown-once')).toBeTruthy()
  expect(screen.getByText('Copy the secret now. It is not shown again.')).toBeTruthy()
  expect(created).toEqual([{ end_previous: false }])
  const code = screen.getByLabelText<HTMLTextAreaElement>('Code for your server')
  expect(code.value).toContain("from 'node:crypto'")
  for (const [name, text] of [
    ['PHP', 'hash_hmac('],
    ['Python', 'hmac.new('],
    ['Ruby', 'OpenSSL::HMAC'],
  ] as const) {
    await user.selectOptions(screen.getByLabelText('Your server is written in'), name)
    expect(code.value).toContain(text)
  }
})

it('asks before a secret is replaced, and ends a leaked one at once', async () => {
  const { user, created } = await open({ secretAt: '2026-11-25T10:00:00Z' })
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(created).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Replace secret' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Replace secret' }))
  expect(await screen.findByText('vis_shown-once')).toBeTruthy()
  expect(created).toEqual([{ end_previous: true }])
})

it('finds, exports and deletes a customer', async () => {
  const { user, server, asked } = await open()
  const list = await screen.findByRole('list', { name: 'Identified customers' })
  expect(within(list).getByText(/2 conversations$/u)).toBeTruthy()
  const followed: (string | null)[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLElement,
  ) {
    followed.push(this.getAttribute('href'))
  })
  server.on('GET /api/account/second-factor', () => failure(403, 'Not here.'))
  const exportButton = screen.getByRole('button', { name: 'Export the data of customer-17' })
  await user.click(exportButton)
  expect(await screen.findByText('The export could not be started. Please try again.')).toBeTruthy()
  server.on('GET /api/account/second-factor', () =>
    Response.json({
      available: true,
      required: false,
      totp: false,
      proven: true,
      recovery_codes: 0,
      passkeys: [],
    }),
  )
  await user.click(exportButton)
  await waitFor(() => expect(followed).toEqual(['/api/client/visitors/v1/export']))
  click.mockRestore()
  await user.type(screen.getByLabelText('Find by your customer id'), ' customer-17 {enter}')
  await screen.findByRole('button', { name: 'Show all' })
  expect(asked).toEqual([null, 'customer-17'])
  await user.click(await screen.findByRole('button', { name: 'Delete customer-17' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The customer was deleted.')).toBeTruthy()
  expect(await screen.findByText('No customer has this id.')).toBeTruthy()
})

it('offers another try where the customers cannot be loaded', async () => {
  const { server, user } = await open({ items: [] })
  expect(await screen.findByText('No customer has used the widget yet.')).toBeTruthy()
  server.on('GET /api/client/visitors', () => failure(503, 'Try later.'))
  await user.type(screen.getByLabelText('Find by your customer id'), 'x{enter}')
  const alert = (await screen.findByText('The customers could not be loaded.')).closest('[role="alert"]')
  if (!(alert instanceof HTMLElement)) throw new Error('The failure is no alert.')
  server.on('GET /api/client/visitors', () => Response.json({ items: [visitor], next_cursor: null }))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Delete customer-17' })).toBeTruthy()
})
