import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

/** A server whose session has an organisation in use, and refuses calls of pages that show another one. */
function serverOf(first: string) {
  const server = createFakeApi()
  let inUse = first
  const named: (string | null)[] = []
  const written: unknown[] = []
  const answer =
    (reply: (request: Request) => Response | Promise<Response>) =>
    (request: Request): Response | Promise<Response> => {
      const organisation = request.headers.get('organisation-id')
      named.push(organisation)
      if (organisation === inUse) return reply(request)
      return Response.json({ error: 'Another one.', code: 'organisation_changed' }, { status: 409 })
    }
  server.on('GET /api/me', () =>
    Response.json({
      authenticated: true,
      role: 'client',
      email: 'person@example.com',
      organisation: { id: inUse, role: 'owner' },
    }),
  )
  server.on(
    'GET /api/admin/knowledge/articles',
    answer(() => Response.json({ items: [], next_cursor: null })),
  )
  server.on(
    'POST /api/admin/knowledge/articles',
    answer(async (request) => {
      written.push(await request.json())
      return Response.json({})
    }),
  )
  return { server, named, written, use: (id: string) => (inUse = id) }
}

it('names the organisation of the page in each call', async () => {
  const { server, named } = serverOf('o1')
  renderSite('/admin/knowledge', server)
  await screen.findByText('No articles yet')
  expect(named).toEqual(['o1'])
})

it('saves nothing in the organisation that is in use once that of the page has ended, and says what is lost', async () => {
  const { server, written, use } = serverOf('o1')
  renderSite('/admin/knowledge/articles/new', server)
  await userEvent.type(await screen.findByLabelText('Title'), 'Prices of the next season')
  await userEvent.type(screen.getByLabelText('Author or publisher'), 'Brand')
  await userEvent.type(screen.getByLabelText('Text (Markdown)'), 'Not public yet.')
  // The person was removed from the organisation.
  use('o2')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText(/^You are working in another organisation now/u)).toBeDefined()
  expect(written).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

it('reads the page anew for the organisation that is in use', async () => {
  const { server, named, use } = serverOf('o1')
  const { services } = renderSite('/admin/knowledge', server)
  await screen.findByText('No articles yet')
  use('o2')
  await services.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  // A failed read is tried once more before the session is checked.
  await expect.poll(() => named.at(-1), { timeout: 10_000 }).toBe('o2')
  expect(screen.queryByText('Load error')).toBeNull()
})
