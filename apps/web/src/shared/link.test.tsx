import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { expect, it } from 'vitest'
import { Link, NavLink } from './link.tsx'

function Here() {
  const { pathname, search } = useLocation()
  return <p>{`${useNavigationType()} ${pathname}${search}`}</p>
}

function show() {
  render(
    <MemoryRouter initialEntries={['/admin/audit?page=2']}>
      <Link to="/chat?c=1">Chat</Link>
      <NavLink to="/admin">Admin</NavLink>
      <NavLink to="/admin" end>
        Only admin
      </NavLink>
      <Here />
    </MemoryRouter>,
  )
  return screen.getByRole('link', { name: 'Chat' })
}

it('goes to its page, and once there adds nothing to the history', () => {
  const link = show()
  expect(link.getAttribute('href')).toBe('/chat?c=1')
  expect(fireEvent.click(link)).toBe(false)
  expect(screen.getByText('PUSH /chat?c=1')).toBeDefined()
  fireEvent.click(link)
  expect(screen.getByText('REPLACE /chat?c=1')).toBeDefined()
})

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves to the browser what opens elsewhere: %j',
  (how) => {
    expect(fireEvent.click(show(), how)).toBe(true)
    expect(screen.getByText('POP /admin/audit?page=2')).toBeDefined()
  },
)

it('says when its page, or one below it, is on screen', () => {
  show()
  expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Only admin' }).hasAttribute('aria-current')).toBe(false)
})
