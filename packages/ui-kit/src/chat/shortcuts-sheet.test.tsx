import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'

it('says what each key does, and closes with Escape', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  const shortcuts = [
    { keys: ['Enter'], does: 'Send' },
    { keys: ['Shift', 'Enter'], does: 'New line' },
  ]
  render(<ShortcutsSheet open onOpenChange={onOpenChange} shortcuts={shortcuts} />)
  const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(sheet.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Send', 'New line'])
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Enter',
    'ShiftEnter',
  ])
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})
