import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const article = {
  id: 'a1',
  slug: 'zinc',
  title: 'Zinc',
  author: 'Test kitchen',
  url: '',
  topic: '',
  language: 'en',
  status: 'published',
  review_by: '2020-01-01',
  client_id: null,
  client: null,
  version: 3,
  updated_at: '2026-11-20T10:00:00.000Z',
  updated_by: 'a@example.com',
  passages: 2,
  source_id: null,
}

let server: FakeApi
let asked: URL[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  asked = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'brand@example.com' }] }),
  )
  server.on('GET /api/admin/knowledge/articles', (request) => {
    asked.push(new URL(request.url))
    return Response.json({ items: [article], next_cursor: null })
  })
  server.on('GET /api/admin/knowledge/articles/a1', () => Response.json({ ...article, body: 'Zinc.' }))
  server.on('POST /api/admin/knowledge/articles/preview', () =>
    Response.json({
      language: 'en',
      passages: [{ heading: '', text: 'Zinc.', quote: 'Zinc.', questions: ['what is zinc'] }],
    }),
  )
})

describe('the list of content', () => {
  it('is filtered by what the address says, and the address follows the filters', async () => {
    renderSite('/admin/knowledge?status=draft&due=1', server)
    const link = await screen.findByRole('link', { name: 'Zinc' })
    expect(link.getAttribute('href')).toBe('/admin/knowledge/articles/a1')
    screen.getByText(/Review was due on/u)
    expect(asked[0]?.searchParams.get('status')).toBe('draft')
    expect(asked[0]?.searchParams.get('review_by')).toMatch(/^\d{4}-\d{2}-\d{2}$/u)
    await user.selectOptions(await screen.findByLabelText('Belongs to'), 'brand@example.com')
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zinc')
    await expect
      .poll(() => asked.map(({ searchParams: query }) => [query.get('q'), query.get('client_id')]))
      .toContainEqual(['zinc', 'c1'])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect.poll(() => asked.at(-1)?.search).toBe('')
  })

  it('offers clients no choice of an owner', async () => {
    server.on('GET /api/me', () => session('brand@example.com', 'client'))
    renderSite('/admin/knowledge', server)
    await screen.findByRole('link', { name: 'Zinc' })
    expect(screen.queryByLabelText('Belongs to')).toBeNull()
  })

  it('shows that loading failed, and loads again', async () => {
    server.on('GET /api/admin/knowledge/articles', () => new Response(null, { status: 500 }))
    renderSite('/admin/knowledge', server)
    await screen.findByText('Load error', undefined, { timeout: 10_000 })
    server.on('GET /api/admin/knowledge/articles', () => Response.json({ items: [], next_cursor: null }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No articles yet')).toBeDefined()
  })
})

describe('the editor of an article', () => {
  it('asks before unsaved changes are left behind, and puts mine on top of theirs after a conflict', async () => {
    const saved: unknown[] = []
    server.on('PUT /api/admin/knowledge/articles/a1', async (request) => {
      const body = Object(await request.json())
      saved.push([body.version, body.topic, body.body])
      return body.version === 3
        ? Response.json({ code: 'conflict', error: 'Somebody else.' }, { status: 409 })
        : Response.json({ ...article, ...body, version: 5 })
    })
    renderSite('/admin/knowledge/articles/a1', server)
    await user.type(await screen.findByLabelText('Topic'), 'Minerals')
    await user.click(screen.getByRole('link', { name: 'All content' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Stay' }))
    server.on('GET /api/admin/knowledge/articles/a1', () =>
      Response.json({ ...article, version: 4, body: 'Theirs.' }),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved.')
    expect(saved).toEqual([
      [3, 'Minerals', 'Zinc.'],
      [4, 'Minerals', 'Zinc.'],
    ])
  })

  it('shows why a save failed where the article has been deleted since', async () => {
    server.on('PUT /api/admin/knowledge/articles/a1', () =>
      Response.json({ code: 'conflict', error: 'Somebody else has saved it.' }, { status: 409 }),
    )
    renderSite('/admin/knowledge/articles/a1', server)
    await user.type(await screen.findByLabelText('Topic'), 'Minerals')
    server.on('GET /api/admin/knowledge/articles/a1', () =>
      Response.json({ code: 'not_found', error: 'There is no such article.' }, { status: 404 }),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/Somebody else has saved it/u)
    expect(screen.getByLabelText('Topic')).toHaveProperty('value', 'Minerals')
  })

  it('publishes a draft with one button, and names what answers do with each status', async () => {
    const saved: unknown[] = []
    server.on('GET /api/admin/knowledge/articles/a1', () => Response.json({ ...article, status: 'draft' }))
    server.on('PUT /api/admin/knowledge/articles/a1', async (request) => {
      const body = Object(await request.json())
      saved.push(body.status)
      return Response.json({ ...article, ...body, version: body.version + 1 })
    })
    renderSite('/admin/knowledge/articles/a1', server)
    await user.type(await screen.findByLabelText('Topic'), 'Minerals')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Saved as a draft. Answers use it after you publish it.')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findByText('Saved.')
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    await user.selectOptions(screen.getByLabelText('Status'), 'Retired')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved. Answers no longer use it.')
    expect(saved).toEqual(['draft', 'published', 'retired'])
  })

  it('keeps what is typed while a save is under way, as a change', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    server.on('PUT /api/admin/knowledge/articles/a1', async (request) => {
      const body = Object(await request.json())
      await held
      return Response.json({ ...article, ...body, version: 4 })
    })
    renderSite('/admin/knowledge/articles/a1', server)
    const topic = await screen.findByLabelText('Topic')
    await user.type(topic, 'Minerals')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(server.requests).toContain('PUT /api/admin/knowledge/articles/a1'))
    await user.type(topic, ' and trace elements')
    answer()
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
    )
    expect(topic).toHaveProperty('value', 'Minerals and trace elements')
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('says that an article does not exist any more', async () => {
    server.on('GET /api/admin/knowledge/articles/a1', () =>
      Response.json({ code: 'not_found', error: 'There is no such article.' }, { status: 404 }),
    )
    renderSite('/admin/knowledge/articles/a1', server)
    expect(await screen.findByText('This article does not exist any more.')).toBeDefined()
  })
})
