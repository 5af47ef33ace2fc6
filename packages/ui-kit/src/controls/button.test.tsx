import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button, buttonClassName } from './button.tsx'
import { IconButton } from './icon-button.tsx'

it('sends no form unless it is told to', async () => {
  const onSubmit = vi.fn<() => void>()
  render(
    <form onSubmit={onSubmit}>
      <Button>Look</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('keeps its name and the focus while busy, and lets no press through', async () => {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  render(
    <form onSubmit={onSubmit}>
      <Button busy type="submit" onClick={onClick}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

it('lends its look to a link', () => {
  expect(buttonClassName({ variant: 'primary', wide: true }).split(' ')).toHaveLength(4)
})

it('has its label for a name and a tooltip when it is only an icon', () => {
  render(<IconButton label="Close" icon={<svg />} />)
  expect(screen.getByRole('button', { name: 'Close' }).title).toBe('Close')
})
