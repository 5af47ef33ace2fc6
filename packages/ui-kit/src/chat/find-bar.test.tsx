import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { FindBar, type FindBarProps } from './find-bar.tsx'

function Example(props: Partial<FindBarProps>) {
  const [query, setQuery] = useState('')
  const nothing = (): void => {}
  return (
    <FindBar
      query={query}
      onQueryChange={setQuery}
      status="ready"
      count={3}
      index={1}
      onNext={nothing}
      onPrevious={nothing}
      onClose={nothing}
      {...props}
    />
  )
}

it('begins in the search box, and tells which of how many hits is shown', () => {
  render(<Example />)
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in this conversation' }))
  expect(screen.getByRole('status').textContent).toBe('2 of 3')
})

it('goes on with Enter, back with Shift and Enter, and closes with Escape', async () => {
  const [onNext, onPrevious, onClose] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  render(<Example onNext={onNext} onPrevious={onPrevious} onClose={onClose} />)
  await userEvent.keyboard('zinc{Enter}{Shift>}{Enter}{Enter}{/Shift}')
  expect([onNext.mock.calls.length, onPrevious.mock.calls.length]).toEqual([1, 2])
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('says when there are no hits, and then goes nowhere', async () => {
  const onNext = vi.fn<() => void>()
  render(<Example count={0} index={-1} onNext={onNext} />)
  expect(screen.getByRole('status').textContent).toBe('No hits')
  await userEvent.click(screen.getByRole('button', { name: 'Next hit' }))
  expect(onNext).not.toHaveBeenCalled()
})
