import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ActionMenu } from './action-menu.tsx'
import { BranchSwitcher } from './branch-switcher.tsx'
import { Feedback, type FeedbackRating } from './feedback.tsx'

it('goes from version to version, and not beyond the first and the last', async () => {
  const onIndexChange = vi.fn<(index: number) => void>()
  const { rerender } = render(<BranchSwitcher index={1} count={3} onIndexChange={onIndexChange} />)
  expect(screen.getByRole('group', { name: 'Versions' }).textContent).toBe('2/3')
  expect(screen.getByRole('status', { name: 'Version 2 of 3' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next version' }))
  expect(onIndexChange.mock.calls).toEqual([[0], [2]])
  rerender(<BranchSwitcher index={0} count={3} onIndexChange={onIndexChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }))
  expect(onIndexChange).toHaveBeenCalledTimes(2)
})

it('rates, takes a rating back, and asks for a reason only for a thumb down', async () => {
  const onRate = vi.fn<(rating: FeedbackRating, reason?: string) => void>()
  const { rerender } = render(<Feedback rating={null} onRate={onRate} />)
  await userEvent.click(screen.getByRole('button', { name: 'Good answer' }))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Thank you for your feedback.')).toBeDefined()
  rerender(<Feedback rating="up" onRate={onRate} />)
  await userEvent.click(screen.getByRole('button', { name: 'Good answer', pressed: true }))
  rerender(<Feedback rating={null} onRate={onRate} />)
  await userEvent.click(screen.getByRole('button', { name: 'Bad answer' }))
  await userEvent.keyboard('Wrong dose')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onRate.mock.calls).toEqual([['up'], [null], ['down'], ['down', 'Wrong dose']])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bad answer' }))
})

it('leaves the reason out on request', async () => {
  const onRate = vi.fn<(rating: FeedbackRating, reason?: string) => void>()
  render(<Feedback rating={null} onRate={onRate} />)
  await userEvent.click(screen.getByRole('button', { name: 'Bad answer' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(onRate.mock.calls).toEqual([['down']])
})

it('is a menu for the keyboard', async () => {
  const onSelect = vi.fn<(id: string) => void>()
  const actions = ['Markdown', 'JSON', 'Print'].map((label) => ({
    id: label,
    label,
    onSelect: () => onSelect(label),
  }))
  render(<ActionMenu label="Export" icon={null} actions={actions} />)
  const button = screen.getByRole('button', { name: 'Export', expanded: false })
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Markdown')
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Print')
  await userEvent.keyboard('{Home}j')
  expect(document.activeElement?.textContent).toBe('JSON')
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('JSON')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})
