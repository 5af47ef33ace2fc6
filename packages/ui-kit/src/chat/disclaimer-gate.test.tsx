import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DisclaimerGate } from './disclaimer-gate.tsx'

it("'a checkbox enables Agree and continue'", async () => {
  const onAccept = vi.fn<() => void>()
  render(<DisclaimerGate onAccept={onAccept} />)
  const agree = screen.getByRole<HTMLButtonElement>('button', { name: 'Agree and continue' })
  expect(agree.disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(agree)
  expect(onAccept).toHaveBeenCalledTimes(1)
})

it('leads to the whole disclaimer', () => {
  render(<DisclaimerGate onAccept={() => {}} />)
  expect(screen.getByRole('link', { name: 'Read the disclaimer' }).getAttribute('href')).toBe('/disclaimer')
})
