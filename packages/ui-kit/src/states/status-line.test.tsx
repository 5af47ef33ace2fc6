import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Alert } from './alert.tsx'
import { StatusLine } from './status-line.tsx'

it('has both live regions in the page before there is anything to say', () => {
  const { rerender } = render(<StatusLine />)
  const status = screen.getByRole('status')
  const alert = screen.getByRole('alert')
  expect(status.textContent).toBe('')
  rerender(<StatusLine tone="busy">Sending…</StatusLine>)
  expect(status.textContent).toBe('Sending…')
  rerender(<StatusLine tone="error">Login failed</StatusLine>)
  expect(screen.getByRole('status')).toBe(status)
  expect(status.textContent).toBe('')
  expect(screen.getByRole('alert')).toBe(alert)
})

it("marks an error with a '!' that is not read out", () => {
  render(<StatusLine tone="error">Chat failed: 500</StatusLine>)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('!Chat failed: 500')
  expect(alert.querySelector('[aria-hidden]')?.textContent).toBe('!')
})

it.each([
  { tone: 'info', role: 'status' },
  { tone: 'success', role: 'status' },
  { tone: 'warning', role: 'alert' },
  { tone: 'danger', role: 'alert' },
] as const)('a box of tone $tone is a $role', ({ tone, role }) => {
  render(<Alert tone={tone}>News</Alert>)
  expect(screen.getByRole(role).textContent).toBe('News')
})
