import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

function serverFor(role: 'admin' | 'client' | null) {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com', role))
  return server
}

const areas = (name: string) => screen.findByRole('navigation', { name })
const namesIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent.trim())

it('leads an admin from one page of the administration to every other', async () => {
  const user = userEvent.setup()
  const { history } = renderSite('/admin/synonyms', serverFor('admin'))
  const navigation = await areas('Administration')
  expect(namesIn(navigation)).toEqual([
    'Settings',
    'Configurator',
    'Clients',
    'Review',
    'Content gaps',
    'Content',
    'Approved answers',
    'Evaluations',
    'Safety',
    'Test search',
    'Brand synonyms',
    'Operations',
    'Webhooks',
    'API keys',
    'Members',
    'Accounts',
    'Jobs',
    'Audit log',
  ])
  const current = within(navigation).getByRole('link', { current: 'page' })
  expect(current.textContent).toBe('Brand synonyms')
  await user.click(within(navigation).getByRole('link', { name: 'Test search' }))
  await screen.findByRole('heading', { level: 1, name: 'Test search' })
  expect(history.location.pathname).toBe('/admin/search')
  expect(within(navigation).getByRole('link', { current: 'page' }).textContent).toBe('Test search')
})

it('marks the list as current in the editor of an article', async () => {
  renderSite('/admin/knowledge/articles/new', serverFor('admin'))
  const navigation = await areas('Administration')
  expect(within(navigation).getByRole('link', { current: 'page' }).textContent).toBe('Content')
})

it('shows a client the pages of their own assistant', async () => {
  renderSite('/client', serverFor('client'))
  expect(namesIn(await areas('Your assistant'))).toEqual([
    'Insights',
    'Review',
    'Content gaps',
    'Content',
    'Approved answers',
    'Webhooks',
    'API keys',
    'Members',
  ])
})

it('switches between the organisations of a person, and reads what is shown anew', async () => {
  const user = userEvent.setup()
  const server = serverFor('client')
  let current = 'o1'
  server.on('GET /api/me', () =>
    Response.json({
      authenticated: true,
      role: 'client',
      email: 'person@example.com',
      organisation: { id: current, role: current === 'o1' ? 'owner' : 'viewer' },
    }),
  )
  server.on('GET /api/organisations', () =>
    Response.json({
      items: ['o1', 'o2'].map((id) => ({ id, name: `Brand ${id}`, role: 'owner', current: id === current })),
    }),
  )
  server.on('GET /api/client/members', () =>
    Response.json({
      organisation: { id: current, name: `Brand ${current}` },
      role: 'viewer',
      members: [],
      invitations: [],
    }),
  )
  server.on('PUT /api/organisations/current', async (request) => {
    expect(await request.json()).toEqual({ id: 'o2' })
    current = 'o2'
    return Response.json({ ok: true })
  })
  renderSite('/admin/members', server)
  await screen.findByRole('heading', { name: 'Organisation: Brand o1' })
  await user.selectOptions(await screen.findByLabelText('Organisation'), 'Brand o2')
  await screen.findByRole('heading', { name: 'Organisation: Brand o2' })
  // The role there is another one.
  expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull()
})

it('shows no choice to a member of one organisation', async () => {
  const server = serverFor('client')
  server.on('GET /api/organisations', () =>
    Response.json({ items: [{ id: 'o1', name: 'Brand', role: 'owner', current: true }] }),
  )
  renderSite('/client', server)
  await areas('Your assistant')
  expect(screen.queryByLabelText('Organisation')).toBeNull()
})

it('shows no pages of owners to a member with another role', async () => {
  const server = serverFor('client')
  server.on('GET /api/me', () => session('person@example.com', 'client', 'editor'))
  renderSite('/client', server)
  expect(namesIn(await areas('Your assistant'))).toEqual([
    'Insights',
    'Review',
    'Content gaps',
    'Content',
    'Approved answers',
    'Members',
  ])
})

it.each([
  ['/disclaimer', 'admin'],
  ['/disclaimer', 'client'],
  ['/account', null],
] as const)('is not on %s for the role %s', async (path, role) => {
  renderSite(path, serverFor(role))
  await screen.findByText('Hi, person@example.com!')
  expect(
    screen.getAllByRole('navigation').map((element) => element.getAttribute('aria-label')),
  ).not.toContain(role === 'client' ? 'Your assistant' : 'Administration')
})
