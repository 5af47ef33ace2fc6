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
    'Configurator editor',
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
