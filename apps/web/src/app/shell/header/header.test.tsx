import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const wide = window.innerWidth

beforeEach(() => {
  localStorage.clear()
})

afterEach(() => {
  window.innerWidth = wide
})

async function openMenu(server: FakeApi = createFakeApi()) {
  const user = userEvent.setup()
  window.innerWidth = 390
  const site = renderSite('/disclaimer', server)
  await screen.findByRole('heading', { name: 'Assistant disclaimer' })
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const button = screen.getByRole('button', { name: 'Close menu' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  return { ...site, user, button }
}

const closed = () => screen.findByRole('button', { name: 'Open menu', expanded: false })

it('closes the menu on an outside click', async () => {
  const { user } = await openMenu()
  await user.click(screen.getByRole('heading', { name: 'Assistant disclaimer' }))
  expect(await closed()).toBeDefined()
})

it('closes the menu on Escape, and gives the focus back', async () => {
  const { user } = await openMenu()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(await closed())
})

it('closes the menu when the window becomes wider than 900 px', async () => {
  await openMenu()
  window.innerWidth = 900
  fireEvent(window, new Event('resize'))
  expect(screen.getByRole('button', { name: 'Close menu' })).toBeDefined()
  window.innerWidth = 901
  fireEvent(window, new Event('resize'))
  await closed()
})

it('closes the menu on a click on any link inside', async () => {
  const { user, history } = await openMenu()
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'About' }),
  )
  await closed()
  await waitFor(() => {
    expect(history.location.pathname).toBe('/about')
  })
})

it('closes the menu on a click on any button inside, and leads to /login after a failed logout, too', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('POST /api/logout', () => {
    server.on('GET /api/me', () => Response.json({ authenticated: false }))
    return failure(500, 'Broken')
  })
  const { user, history } = await openMenu(server)
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  await closed()
  await screen.findByRole('heading', { name: 'Login' })
  expect(history.location.pathname).toBe('/login')
  expect(history.action).toBe('REPLACE')
  expect(screen.queryByText(/^Hi, /u)).toBeNull()
})

it('opens by keyboard onto the first link', async () => {
  const user = userEvent.setup()
  renderSite('/disclaimer', createFakeApi())
  await screen.findByRole('heading', { name: 'Assistant disclaimer' })
  screen.getByRole('button', { name: 'Open menu' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'About' }))
})

it('opens a menu of account, language and signing out from the greeting, and closes it on Escape', async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('person@example.com'))
  const user = userEvent.setup()
  renderSite('/disclaimer', server)
  const greeting = await screen.findByRole('button', { name: 'Hi, person@example.com!', expanded: false })
  await user.click(greeting)
  const menu = within(screen.getByRole('region', { name: 'You' }))
  expect(menu.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account')
  expect(menu.getByRole('combobox', { name: 'Language' })).toBeDefined()
  expect(menu.getByRole('button', { name: 'Logout' })).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'You' })).toBeNull()
  expect(document.activeElement).toBe(greeting)
})

it.each([
  ['a visitor', null, null, ['About', 'Products', 'Contact', 'Login']],
  ['a signed-in user', 'person@example.com', null, ['About', 'Products', 'Contact', 'Chat', 'Logout']],
  [
    'a client',
    'client@example.com',
    'client' as const,
    ['About', 'Products', 'Contact', 'Dashboard', 'Client Insights', 'Chat', 'Logout'],
  ],
  [
    'an admin',
    'admin@example.com',
    'admin' as const,
    [
      'About',
      'Products',
      'Contact',
      'Dashboard',
      'Client Insights',
      'Chat',
      'Admin',
      'Configurator',
      'Logout',
    ],
  ],
])('shows %s (%s, role %s) the way to %j', async (_, email, role, labels) => {
  const server = createFakeApi()
  if (email !== null) server.on('GET /api/me', () => session(email, role))
  renderSite('/disclaimer', server)
  await screen.findByText(email === null ? 'Login' : `Hi, ${email}!`)
  const items = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(labels)
})

it("switches the theme and its title, and marks the page's root", async () => {
  const user = userEvent.setup()
  renderSite('/disclaimer', createFakeApi())
  await user.click(await screen.findByTitle('Switch to dark'))
  expect(screen.getByTitle('Switch to light')).toBeDefined()
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})

it('holds a logo for either theme, so that a switch waits for none', async () => {
  renderSite('/disclaimer', createFakeApi())
  const home = await screen.findByRole('link', { name: 'Verdant, home' })
  expect(
    Array.from(home.querySelectorAll('img'), (img) => [img.dataset['themeOnly'], img.getAttribute('src')]),
  ).toEqual([
    ['light', '/logo-light.svg'],
    ['dark', '/logo-dark.svg'],
  ])
})
