import { passwordLimits as contractLimits } from '@org/api-client/contract'
import { passwordLimits } from '@org/password-policy/strength'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NewPassword } from './new-password.tsx'

afterEach(cleanup)

it('has the length limits of the server', () => {
  expect(passwordLimits).toEqual(contractLimits)
})

it.each([
  ['moss', '11 characters to go', 1],
  ['x'.repeat(129), 'At most 128 characters', 1],
  ['qwertyuiopasdfgh', 'Easy to guess: use a longer phrase of your own', 1],
  ['alexandra@example.com', 'Easy to guess: use a longer phrase of your own', 1],
  ['moss beneath seven kettles', 'Long: very good', 3],
])('judges the new password %j', async (password, text, level) => {
  const { container } = render(<NewPassword email="alexandra@example.com" />)
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  expect(await screen.findByText(text)).toBeDefined()
  expect(container.querySelector('meter')?.value).toBe(level)
})
