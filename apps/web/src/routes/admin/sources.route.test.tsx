import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const address = 'https://shop.example/sitemap.xml'
const source = {
  id: 's1',
  kind: 'sitemap',
  address,
  schedule: 'daily',
  author: 'Shop',
  topic: '',
  language: null,
  status: 'published',
  client_id: null,
  client: null,
  items: 3,
  last_sync: '2026-11-20T10:00:00.000Z',
  next_sync: null,
}

let server: FakeApi
let sources: object[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  sources = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () => Response.json({ clients: [] }))
  server.on('GET /api/admin/knowledge/jobs', () => Response.json({ items: [], next_cursor: null }))
  server.on('GET /api/admin/knowledge/sources', () => Response.json({ sources }))
})

it('adds a source with the fields of its content', async () => {
  const sent: unknown[] = []
  server.on('POST /api/admin/knowledge/sources', async (request) => {
    sent.push(await request.json())
    sources = [source]
    return Response.json(source)
  })
  renderSite('/admin/knowledge?show=sources', server)
  await screen.findByText('No sources yet')
  await user.click(screen.getByRole('button', { name: 'Add a source' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Read'), 'Daily')
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), address)
  await user.type(dialog.getByRole('textbox', { name: 'Author or publisher' }), 'Shop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('3 articles and products')
  expect(sent).toMatchObject([
    { kind: 'sitemap', address, schedule: 'daily', author: 'Shop', status: 'published', client_id: null },
  ])
})

it('is previewed and read by its buttons, and says when that is refused', async () => {
  sources = [source]
  const sent: unknown[] = []
  server.on('POST /api/admin/knowledge/sources/s1/sync', async (request) => {
    sent.push(await request.json())
    return sent.length === 1
      ? Response.json({ job_id: 'i1' })
      : failure(409, 'This source is being read already.')
  })
  renderSite('/admin/knowledge?show=sources', server)
  await user.click(await screen.findByRole('button', { name: `Preview changes of ${address}` }))
  await screen.findByText('Reading has begun. Its progress is listed under Imports.')
  await user.click(screen.getByRole('button', { name: `Read now: ${address}` }))
  expect(await screen.findByText('This source is being read already.')).toBeDefined()
  expect(sent).toEqual([{ preview: true }, { preview: false }])
})

it('is deleted after a question; its address never changes', async () => {
  sources = [source]
  server.on('DELETE /api/admin/knowledge/sources/s1', () => {
    sources = []
    return new Response(null, { status: 204 })
  })
  renderSite('/admin/knowledge?show=sources', server)
  await user.click(await screen.findByRole('button', { name: `Edit ${address}` }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(`Delete “${address}”?`)
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No sources yet')).toBeDefined()
})
