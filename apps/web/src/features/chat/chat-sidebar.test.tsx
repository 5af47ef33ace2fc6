import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('disclaimer', '2025-09-15')
})

const at = '2026-11-20T08:00:00Z'
const named = (id: string, title: string) => ({ id, title, created_at: at, updated_at: at })
const page = (...items: unknown[]) => Response.json({ items, next_cursor: null })

function personServer(list: (url: URL) => Response): FakeApi {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', (_, url) => list(url))
  server.on('GET /api/conversations/c-9', () =>
    Response.json({ ...named('c-9', 'Zinc'), active_stream_id: null }),
  )
  server.on('GET /api/conversations/c-9/messages', () => page())
  return server
}

const list = () => within(screen.getByRole('navigation', { name: 'Conversations' }))
const titles = () =>
  list()
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

it('searches at the server, in messages too, and opens what it finds', async () => {
  const user = userEvent.setup()
  const server = personServer((url) =>
    url.searchParams.get('q') === 'zinc' ? page(named('c-9', 'Minerals')) : page(named('c-1', 'Sleep')),
  )
  const { history } = renderSite('/chat', server)
  expect(await screen.findByRole('link', { name: 'Sleep' })).toBeDefined()
  await user.type(list().getByRole('searchbox', { name: 'Search conversations' }), 'zinc')
  await user.click(await list().findByRole('link', { name: 'Minerals' }))
  expect(titles()).toEqual(['Minerals'])
  expect(history.location.search).toBe('?c=c-9')
  await user.clear(list().getByRole('searchbox'))
  await waitFor(() => {
    expect(titles()).toContain('Sleep')
  })
})

it('shows a new title, and no deleted conversation, among what was found, too', async () => {
  const user = userEvent.setup()
  const server = personServer(() => page(named('c-1', 'Sleep'), named('c-2', 'Naps')))
  server.on('PATCH /api/conversations/c-1', () => Response.json(named('c-1', 'Nights')))
  server.on('DELETE /api/conversations/c-2', () => new Response(null, { status: 204 }))
  renderSite('/chat', server)
  expect(await screen.findByRole('link', { name: 'Sleep' })).toBeDefined()
  await user.type(list().getByRole('searchbox'), 's')
  await waitFor(() => {
    expect(titles()).toEqual(['Sleep', 'Naps'])
  })
  await user.click(list().getByRole('button', { name: 'Rename Sleep' }))
  await user.keyboard('Nights{Enter}')
  expect(titles()).toEqual(['Nights', 'Naps'])
  await user.click(list().getByRole('button', { name: 'Delete Naps' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this conversation?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(titles()).toEqual(['Nights'])
})

it("says 'No matches for …' where a search finds nothing, and that it failed where it did", async () => {
  const user = userEvent.setup()
  const server = personServer((url) => {
    const query = url.searchParams.get('q')
    if (query === 'broken') return failure(500, 'Broken.')
    return query === null ? page(named('c-1', 'Sleep')) : page()
  })
  renderSite('/chat', server)
  expect(await screen.findByRole('link', { name: 'Sleep' })).toBeDefined()
  const box = list().getByRole('searchbox')
  await user.type(box, 'nothing')
  expect(await list().findByText('No matches for “nothing”')).toBeDefined()
  await user.clear(box)
  await user.type(box, 'broken')
  expect(await list().findByText('The search failed.')).toBeDefined()
  expect(list().getByRole('button', { name: 'Try again' })).toBeDefined()
})

it('says that the list could not be loaded, lets a question be written all the same, and tries again', async () => {
  const user = userEvent.setup()
  const server = personServer(() => failure(500, 'Broken.'))
  renderSite('/chat', server)
  expect(await screen.findByRole('searchbox', { name: 'Search conversations' })).toBeDefined()
  const alert = await list().findByRole('alert')
  expect(alert.textContent).toBe('Your conversations could not be loaded.')
  expect(screen.getByPlaceholderText('Ask something…').hasAttribute('disabled')).toBe(false)
  server.on('GET /api/conversations', () => page(named('c-1', 'Sleep')))
  await user.click(list().getByRole('button', { name: 'Try again' }))
  expect(await list().findByRole('link', { name: 'Sleep' })).toBeDefined()
  expect(list().queryByRole('alert')).toBeNull()
})

it('pins and archives at the server, and lists the archive apart', async () => {
  const user = userEvent.setup()
  const patches: unknown[] = []
  const server = personServer((url) =>
    url.searchParams.get('archived') === 'true'
      ? page({ ...named('c-9', 'Zinc'), archived: true })
      : page(named('c-1', 'Sleep'), named('c-2', 'Naps')),
  )
  for (const id of ['c-1', 'c-2', 'c-9']) {
    server.on(`PATCH /api/conversations/${id}`, async (request) => {
      patches.push([id, await request.json()])
      return Response.json(named(id, 'Any'))
    })
  }
  renderSite('/chat', server)
  const choose = async (title: string, action: string) => {
    await user.click(await list().findByRole('button', { name: `More actions for ${title}` }))
    await user.click(list().getByRole('menuitem', { name: action }))
  }
  await choose('Naps', 'Pin')
  expect(titles()).toEqual(['Naps', 'New chat', 'Sleep'])
  await choose('Sleep', 'Archive')
  await waitFor(() => {
    expect(titles()).toEqual(['Naps', 'New chat'])
  })
  await user.click(list().getByRole('button', { name: 'Archived conversations' }))
  await user.click(await list().findByRole('button', { name: 'Restore Zinc' }))
  expect(await list().findByText('No archived conversations')).toBeDefined()
  await user.click(list().getByRole('button', { name: 'Back to all conversations' }))
  expect(titles()).toContain('Zinc')
  expect(patches).toEqual([
    ['c-2', { pinned: true }],
    ['c-1', { archived: true }],
    ['c-9', { archived: false }],
  ])
})

it("loads the next page by its cursor with 'Load older conversations'", async () => {
  const user = userEvent.setup()
  const server = personServer((url) =>
    url.searchParams.get('cursor') === 'next'
      ? page(named('c-2', 'Zinc'))
      : Response.json({ items: [named('c-1', 'Sleep')], next_cursor: 'next' }),
  )
  renderSite('/chat', server)
  await user.click(await screen.findByRole('button', { name: 'Load older conversations' }))
  expect(await list().findByRole('link', { name: 'Zinc' })).toBeDefined()
  expect(titles()).toContain('Sleep')
  expect(screen.queryByRole('button', { name: 'Load older conversations' })).toBeNull()
})

it('a failure of rename or delete is ignored: the change stays in this browser', async () => {
  const user = userEvent.setup()
  const server = personServer(() => page(named('c-1', 'Sleep'), named('c-2', 'Zinc')))
  server.on('PATCH /api/conversations/c-1', () => failure(500, 'Broken.'))
  server.on('DELETE /api/conversations/c-2', () => failure(500, 'Broken.'))
  renderSite('/chat', server)
  await user.click(await screen.findByRole('button', { name: 'Rename Sleep' }))
  await user.keyboard('Nights{Enter}')
  expect(list().getByRole('link', { name: 'Nights' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete Zinc' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this conversation?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => {
    expect(server.requests).toContain('DELETE /api/conversations/c-2')
  })
  expect(titles()).not.toContain('Zinc')
  expect(titles()).toContain('Nights')
})

it("'failures loading author and tool lists are silently ignored'", async () => {
  const user = userEvent.setup()
  const server = personServer(() => page(named('c-1', 'Sleep')))
  server.on('GET /api/authors', () => failure(500, 'Broken.'))
  server.on('GET /api/tools', () => failure(500, 'Broken.'))
  renderSite('/chat', server)
  await user.click(await screen.findByRole('button', { name: 'Authors' }))
  const picker = await screen.findByRole('dialog', { name: 'Authors' })
  expect(within(picker).getByText('No matches')).toBeDefined()
  // Live regions are always there, and empty without a failure.
  expect(
    screen
      .queryAllByRole('alert')
      .map((alert) => alert.textContent)
      .join(''),
  ).toBe('')
  expect(screen.queryByText('Broken.')).toBeNull()
})
